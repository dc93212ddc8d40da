'use strict';
/* Runs the tests in the files *_test.js, each of which states facts:
 *
 *   test('the loop folds', async t => { const page = await t.open(report); ... });
 *
 * One page of one browser serves all. A test also fails if the page logs an error or asks for
 * anything but itself. */
const fs = require('fs');
const os = require('os');
const path = require('path');
const {spawnSync} = require('child_process');

const ROOT = path.join(__dirname, '..', '..');
const [, , PROGRAM, FILTER] = process.argv;
const RONDO = path.resolve(PROGRAM || 'build/rondo');
const WORK = fs.mkdtempSync(path.join(os.tmpdir(), 'rondo-browser-'));
process.on('exit', () => fs.rmSync(WORK, {recursive: true, force: true}));

const tests = [];
global.test = (name, run) => tests.push({name, run});
global.check = (condition, message) => {
  if (!condition) throw new Error(message || 'not so');
};
global.equal = (actual, expected, message) => {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b)
    throw new Error(`${message || 'values differ'}:\n  is        ${a}\n  should be ${b}`);
};

/* Runs rondo and gives what it printed. */
global.rondo = (...options) => {
  const done = spawnSync(RONDO, options, {encoding: 'utf8', timeout: 120000, maxBuffer: 1 << 28});
  if (done.status === null || done.status > 2)
    throw new Error(`rondo ${options.join(' ')}: ${done.status} ${done.stderr}`);
  return done.stdout;
};
global.example = name => path.join(ROOT, 'examples', name);
global.work = (name, text) => {
  const file = path.join(WORK, name);
  if (text !== undefined) fs.writeFileSync(file, text);
  return file;
};
/* A report, made once: its file, what was printed beside it, and the data in it. */
const reports = new Map();
global.report = (command, model, ...options) => {
  const key = [command, model, ...options].join(' ');
  if (!reports.has(key)) {
    const file = work(`report${reports.size}.html`);
    const printed = rondo(command, model, ...options, '--html', file);
    const text = fs.readFileSync(file, 'utf8');
    const data = JSON.parse(
      /<script type="application\/json" id="data">([^]*?)<\/script>/.exec(text)[1]
    );
    reports.set(key, {file, printed, text, data});
  }
  return reports.get(key);
};

function findBrowser() {
  const names = process.env.RONDO_BROWSER
    ? [process.env.RONDO_BROWSER]
    : ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  for (const name of names)
    for (const folder of name.includes('/') ? [''] : (process.env.PATH || '').split(':')) {
      const file = path.join(folder, name);
      if (fs.existsSync(file)) return file;
    }
  return null;
}

function findPlaywright() {
  for (const place of [
    path.join(path.dirname(RONDO), 'browser'),
    path.join(ROOT, 'build', 'browser'),
    __dirname
  ])
    try {
      return require(require.resolve('playwright-core', {paths: [place]}));
    } catch {
      /* not there */
    }
  return null;
}

/* The one page, with an eye on what must not happen: `wrong` is what did. */
async function openPage(browser, wrong) {
  const page = await browser.newPage();
  page.setDefaultTimeout(20000);
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) wrong.push('console: ' + message.text());
  });
  page.on('pageerror', error => wrong.push('error: ' + error.message));
  page.on('dialog', dialog => {
    wrong.push('dialog: ' + dialog.message());
    dialog.dismiss();
  });
  page.on('request', request => {
    if (!/^(file|data):/.test(request.url())) wrong.push('request: ' + request.url());
  });
  /* a theme that another test has chosen is forgotten */
  await page.addInitScript(() => {
    if (location.protocol === 'file:') localStorage.clear();
  });
  return page;
}

async function runOne(page, wrong, one) {
  const open = async (made, {viewport, colorScheme, hash} = {}) => {
    await page.goto('about:blank'); /* an address that differs in the hash alone loads nothing */
    await page.setViewportSize(viewport || {width: 1400, height: 900});
    await page.emulateMedia({colorScheme: colorScheme || 'light'});
    await page.goto('file://' + made.file + (hash ? '#' + hash : ''));
    return page;
  };
  wrong.length = 0;
  await one.run({open});
  if (wrong.length) throw new Error(wrong.join('\n'));
}

async function main() {
  for (const file of fs
    .readdirSync(__dirname)
    .filter(name => name.endsWith('_test.js'))
    .sort())
    require(path.join(__dirname, file));
  const chosen = tests.filter(one => !FILTER || one.name.includes(FILTER));
  const executablePath = findBrowser(),
    playwright = findPlaywright();
  if (!executablePath || !playwright) {
    console.log(
      `skipped: no ${executablePath ? 'playwright-core' : 'Chromium'}, see 'make test-browser'`
    );
    console.log(`0 passed, 0 failed, ${chosen.length} skipped`);
    return 0;
  }
  const browser = await playwright.chromium.launch({executablePath});
  const wrong = [],
    page = await openPage(browser, wrong);
  let passed = 0,
    failed = 0;
  for (const one of chosen) {
    try {
      await runOne(page, wrong, one);
      passed++;
      console.log('ok ' + one.name);
    } catch (error) {
      failed++;
      console.log(`FAILED ${one.name}\n${error.stack}`);
    }
  }
  await browser.close();
  console.log(`${passed} passed, ${failed} failed, 0 skipped`);
  return failed ? 1 : 0;
}

main().then(
  code => {
    process.exitCode = code;
  },
  error => {
    console.error(error);
    process.exitCode = 1;
  }
);
