'use strict';
/* What the viewer of a trace shows is what the trace says, however one looks at it. */

const elevator = () =>
  report('check', example('elevator.smv'), '-p', 'served', '--full', '-e', 'bmc');
const arbiter = () => report('check', example('arbiter.smv'), '-p', 'busy', '--full', '-e', 'bmc');
/* A word that counts down below zero, an enumeration, a range, and what never changes. */
const words = () =>
  report(
    'check',
    work(
      'words.smv',
      `MODULE main
VAR w : signed word[4]; u : unsigned word[70]; mode : {idle, busy}; level : -2..2; still : boolean; b : boolean;
ASSIGN init(w) := 0sd4_0; next(w) := w - 0sd4_3; init(u) := 0ud70_1; next(u) := u << 5;
  init(mode) := idle; next(mode) := mode = idle ? busy : idle;
  init(level) := -2; next(level) := level < 2 ? level + 1 : -2;
  init(still) := FALSE; next(still) := still; init(b) := FALSE; next(b) := w < 0sd4_0;
INVARSPEC NAME never := !(w = 0sd4_5 & mode = busy)
`
    ),
    '-p',
    'never',
    '--full',
    '-e',
    'bmc'
  );

/* The printed trace, by step: name to value, in the page's words. */
function printedSteps(text) {
  const steps = [],
    number = value => {
      const word = /^(-?)0[us]d\d+_(\d+)$/.exec(value),
        binary = /^0[us]b\d+_([01]+)$/.exec(value);
      if (word) return word[1] + word[2];
      if (binary)
        return (
          '0x' +
          BigInt('0b' + binary[1])
            .toString(16)
            .padStart(Math.ceil(binary[1].length / 4), '0')
        );
      return {TRUE: '1', FALSE: '0'}[value] || value;
    };
  let current = null;
  for (const line of text.split('\n')) {
    const head = /-> (State|Input): 1\.(\d+) <-/.exec(line),
      value = /^ {8}(.+?) = (\S+)$/.exec(line);
    if (head) current = steps[+head[2] - (head[1] === 'State' ? 1 : 2)] ||= {};
    else if (value && current) current[value[1]] = number(value[2]);
  }
  return steps;
}

/* The names and values at the cursor, without the rows of the formula and its kin. */
const shownValues = page =>
  page.evaluate(() => {
    const values = {};
    for (const row of document.querySelectorAll('.name-row[data-row]')) {
      const data = viewer.trace.rows[+row.dataset.row];
      if (['input', 'state', 'define', 'automaton'].includes(data.group))
        values[row.querySelector('.label').textContent] = row.querySelector('.value').textContent;
    }
    return values;
  });

/* All rows in sight, so that nothing needs scrolling. */
const tall = {viewport: {width: 1400, height: 2200}};

test('walking through a trace by keyboard shows what was printed', async t => {
  for (const made of [elevator(), arbiter(), words()]) {
    const {data, printed} = made,
      expected = printedSteps(printed),
      trace = data.results[0].traces[0];
    const page = await t.open(made, tall);
    await page.keyboard.press('Home');
    for (let k = 0; k < trace.steps; k++) {
      const shown = await shownValues(page);
      /* an atom that is no signal of the model is a part of the formula */
      for (const [signal, value] of Object.entries(expected[k]))
        if (signal in shown || !/[ &|]/.test(signal))
          equal(shown[signal], value, `${signal} in step ${k}`);
      equal(await page.inputValue('.steps input'), String(k + trace.first)); /* as printed */
      await page.keyboard.press('ArrowRight');
    }
  }
});

test('the table has the printed values, new ones in bold', async t => {
  const {data, printed} = words(),
    expected = printedSteps(printed),
    steps = data.results[0].traces[0].steps,
    seen = new Set();
  const page = await t.open(words(), tall);
  await page.click('text=Table');
  for (const key of ['Home', 'End']) {
    await page.keyboard.press(key);
    const cells = await page.$$eval('table.states tbody tr[data-states] td', all =>
      all.map(cell => [
        cell.parentElement.querySelector('th').textContent,
        +cell.dataset.step,
        cell.textContent,
        cell.classList.contains('new')
      ])
    );
    for (const [name, step, value, isNew] of cells.filter(cell => cell[0] in expected[0])) {
      equal(value, expected[step][name], `${name} in step ${step}`);
      equal(isNew, !step || value !== expected[step - 1][name], `${name} is new in step ${step}`);
      seen.add(name + step);
    }
  }
  equal(seen.size, steps * Object.keys(expected[0]).length, 'all cells were seen');
});

/* The level of a wave in the middle of each column, read off its path. */
const levels = (page, name) =>
  page.evaluate(wanted => {
    const row = viewer.trace.rows.find(one => one.name === wanted && !one.isFormula),
      path = document.querySelector(`[data-wave="${row.index}"] .wave`).getAttribute('d');
    const points = [];
    let x = 0,
      y = 0;
    for (const [, command, numbers] of path.matchAll(/([MHV])([-\d. ]+)/g)) {
      const [a, b] = numbers.split(' ').map(Number),
        from = x;
      if (command === 'M') [x, y] = [a, b];
      if (command === 'V') y = a;
      if (command === 'H') {
        x = a;
        points.push([from, x, y]);
      }
    }
    return Array.from({length: viewer.columns.count}, (_, c) => {
      const middle = (viewer.x(c) + viewer.x(c + 1)) / 2;
      return points.find(([left, right]) => left <= middle && middle < right)[2] < ROW / 2
        ? '1'
        : '0';
    });
  }, name);

test('a Boolean is high where it is true', async t => {
  for (const [made, names] of [
    [words(), ['b', 'still']],
    [elevator(), ['button[1]', 'button[3]', 'here']]
  ]) {
    const expected = printedSteps(made.printed),
      page = await t.open(made, tall),
      steps = made.data.results[0].traces[0].steps;
    for (const name of names)
      equal(
        await levels(page, name),
        expected.slice(0, steps).map(step => step[name]),
        name
      );
  }
});

test('other values are segments with their labels', async t => {
  const {printed, data} = words(),
    page = await t.open(words(), tall),
    steps = data.results[0].traces[0].steps;
  for (const name of ['w', 'mode', 'level']) {
    const values = printedSteps(printed)
      .slice(0, steps)
      .map(step => step[name]);
    const shown = await page.evaluate(wanted => {
      const row = viewer.trace.rows.find(one => one.name === wanted);
      return [...document.querySelectorAll(`[data-wave="${row.index}"] text`)].map(
        text => text.textContent
      );
    }, name);
    equal(
      shown,
      values.filter((value, i) => !i || value !== values[i - 1]),
      name
    );
  }
});

test('the search finds signals, and Escape ends it', async t => {
  const page = await t.open(elevator(), tall),
    all = await page.locator('.name-row[data-row]').count();
  await page.keyboard.press('/');
  await page.keyboard.type('BUTTON[2');
  equal(await page.locator('.name-row[data-row] .label').allTextContents(), ['button[2]']);
  equal(await page.locator('.name-row mark').allTextContents(), ['button[2']);
  check(/^1 of \d+ rows$/.test(await page.textContent('.tools [role=status]')));
  await page.keyboard.press('Escape');
  equal(await page.locator('.name-row[data-row]').count(), all);
  await page.fill('input[type=search]', 'no such signal');
  equal(await page.locator('.name-row[data-row]').count(), 0);
});

test('only what changes: the others go, and come back', async t => {
  const page = await t.open(words(), tall),
    names = () => page.locator('.name-row[data-row] .label').allTextContents();
  const before = await names(),
    steps = printedSteps(words().printed);
  check(before.includes('still'));
  await page.click('text=Only what changes');
  const after = await names();
  equal(
    after,
    before.filter(name => !(name in steps[0]) || steps.some(step => step[name] !== steps[0][name]))
  );
  check(!after.includes('still') && after.includes('w'));
  await page.keyboard.press('c');
  equal(await names(), before);
});

test('groups close and open', async t => {
  const page = await t.open(elevator(), tall),
    state = page.locator('[data-group=state]');
  equal(await state.getAttribute('aria-expanded'), 'true');
  await state.click();
  equal(await state.getAttribute('aria-expanded'), 'false');
  check(!(await page.locator('.name-row .label').allTextContents()).includes('floor'));
  await state.click();
  check((await page.locator('.name-row .label').allTextContents()).includes('floor'));
});

test('the loop is shaded from where it starts to the end', async t => {
  const {data} = elevator(),
    trace = data.results[0].traces[0],
    page = await t.open(elevator());
  const [left, right, start, end] = await page.evaluate(() => {
    const box = document.querySelector('svg.waves rect.loop[data-loop]');
    return [
      +box.getAttribute('x'),
      +box.getAttribute('x') + +box.getAttribute('width'),
      viewer.x(viewer.trace.loop),
      viewer.x(viewer.trace.steps)
    ];
  });
  check(trace.loop >= 0 && Math.abs(left - start) < 0.01 && Math.abs(right - end) < 0.01);
});

test('the loop folds, opens, and is shown twice', async t => {
  const {data} = arbiter(),
    trace = data.results[0].traces[0],
    round = trace.steps - trace.loop,
    page = await t.open(arbiter(), tall);
  const columns = () => page.evaluate(() => viewer.columns.count);
  equal(await columns(), trace.steps);
  await page.click('text=Folded');
  equal(await columns(), trace.loop + 1);
  check(
    (await page.locator('svg .loop-text').allTextContents()).some(text =>
      text.includes(`${round} steps folded`)
    )
  );
  await page.click('text=Table');
  check(
    (await page.locator('table.states thead th').allTextContents()).some(text =>
      text.includes(`${round} steps`)
    )
  );
  await page.click('text=Twice');
  equal(await columns(), trace.steps + round);
  const heads = (await page.locator('table.states thead th').allTextContents())
    .slice(1)
    .map(text => parseInt(text.replace('↻ ', ''), 10));
  equal(
    heads,
    [...Array(trace.steps).keys(), ...Array.from({length: round}, (_, i) => trace.loop + i)].map(
      step => step + trace.first
    )
  );
  for (const cells of await page.$$eval('table.states tr[data-states]', rows =>
    rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent))
  ))
    equal(cells.slice(trace.steps), cells.slice(trace.loop, trace.steps), 'the second round');
  await page.keyboard.press('f');
  equal(await page.getAttribute('[data-loop=fold]', 'aria-pressed'), 'true');
});

test('zoom makes steps wider and narrower, and fits them all', async t => {
  const page = await t.open(elevator()),
    width = () => page.evaluate(() => viewer.cellWidth);
  const start = await width();
  await page.keyboard.press('+');
  check((await width()) > start * 1.4);
  await page.click('[aria-label="Zoom out"]');
  await page.click('[aria-label="Zoom out"]');
  check((await width()) < start);
  await page.click('text=Fit');
  check(await page.evaluate(() => viewer.box.scrollWidth <= viewer.box.clientWidth + 1));
});

test('a click in the waves moves the cursor there', async t => {
  const page = await t.open(elevator()),
    place = await page.locator('.viewer').boundingBox();
  const [names, cell] = await page.evaluate(() => [viewer.nameWidth, viewer.cellWidth]);
  await page.mouse.click(place.x + names + cell * 2.5, place.y + 200);
  equal(await page.inputValue('.steps input'), '3'); /* NuSMV's State 1.3 */
  await page.fill('.steps input', '2');
  await page.keyboard.press('Enter');
  equal(await page.evaluate(() => viewer.step), 1);
  await page.click('[aria-label="Step forward"]');
  equal(await page.evaluate(() => viewer.step), 2);
});

test('keys: ends of the trace, changes, rows', async t => {
  const page = await t.open(words()),
    step = () => page.evaluate(() => viewer.step),
    last = words().data.results[0].traces[0].steps - 1;
  equal(await step(), last, 'a finite violation is at the end');
  await page.keyboard.press('Home');
  equal(await step(), 0);
  await page.keyboard.press('End');
  equal(await step(), last);
  await page.keyboard.press('Home');
  await page.evaluate(() => {
    viewer.chosen = viewer.trace.rows.find(row => row.name === 'b').index;
  });
  await page.keyboard.press(']');
  const values = printedSteps(words().printed).map(one => one.b);
  equal(
    await step(),
    values.findIndex((value, i) => i && value !== values[i - 1])
  );
  await page.keyboard.press('ArrowDown');
  check((await page.locator('.name-row.chosen').count()) === 1);
});

test('each part of a formula has its truth in each step', async t => {
  const page = await t.open(elevator(), tall),
    {data, printed} = elevator(),
    trace = data.results[0].traces[0],
    steps = printedSteps(printed);
  const goal = k => steps[k].floor === '3' && steps[k].door === 'open';
  const eventually = k => {
    for (let j = Math.min(k, trace.loop); j < trace.steps; j++)
      if (goal(j) && (j >= k || j >= trace.loop)) return true;
    return false;
  };
  const truths = [...Array(trace.steps).keys()].map(
    k => steps[k]['button[3]'] === '0' || eventually(k)
  );
  const always = truths.every(Boolean);
  for (let k = 0; k < trace.steps; k++) {
    await page.fill('.steps input', String(k + trace.first));
    await page.keyboard.press('Enter');
    const parts = await page.$$eval('.parts li', items =>
      Object.fromEntries(
        items.map(item => [item.querySelector('code').textContent, item.dataset.truth])
      )
    );
    equal(parts['floor = 3 & door = open'], String(goal(k)));
    equal(parts['F (floor = 3 & door = open)'], String(eventually(k)));
    equal(parts['button[3] -> F (floor = 3 & door = open)'], String(truths[k]), `in step ${k}`);
    if (!k) equal(Object.values(parts)[0], String(always));
  }
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('Home');
  await page.click('.parts button:has-text("step")');
  equal(
    await page.evaluate(() => viewer.step),
    truths.indexOf(false),
    'the link goes to where G fails'
  );
});

test('the rows have the formula, the automaton and fairness', async t => {
  const page = await t.open(arbiter(), tall),
    groups = await page.locator('.group-row .label').allTextContents();
  for (const name of ['Formula (3)', 'Automaton (1)', 'Fairness (4)', 'State (5)'])
    check(groups.includes(name), `${name} in ${groups}`);
});

test('ten thousand steps of five hundred signals stay usable', async t => {
  let model = 'MODULE main\nVAR\n';
  for (let i = 0; i < 400; i++) model += `  b${i} : boolean;\n`;
  for (let i = 0; i < 100; i++) model += `  w${i} : unsigned word[8];\n`;
  model += 'ASSIGN\n';
  for (let i = 0; i < 100; i++)
    model += `  next(w${i}) := b${i} ? w${i} + 0ud8_${i + 1} : w${i};\n`;
  const made = report('simulate', work('big.smv', model), '-n', '10000');
  const page = await t.open(made),
    rows = made.data.results[0].traces[0].rows;
  const value = (name, k) => {
    const row = rows.find(one => one.name === name);
    if (row.bits) return String((parseInt(row.bits[k >> 2], 16) >> (k & 3)) & 1);
    let i = 0;
    for (; k >= row.runs[i + 1]; i += 2) k -= row.runs[i + 1];
    return row.values[row.runs[i]];
  };
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
  check((await elements()) < 4000, `${await elements()} elements`);
  await page.keyboard.press('End');
  await page.evaluate(() => {
    viewer.box.scrollTop = 1e7;
  });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.name-row .label')].some(label => label.textContent === 'w99')
  );
  for (const name of ['w99', 'w95'])
    equal(
      await page.locator(`.name-row:has(.label:text-is("${name}")) .value`).textContent(),
      value(name, 9999),
      name
    );
  await page.fill('.steps input', '5001');
  await page.keyboard.press('Enter');
  equal(
    await page.locator('.name-row:has(.label:text-is("w99")) .value').textContent(),
    value('w99', 5000)
  );
  await page.click('text=Fit');
  check((await elements()) < 12000, `${await elements()} elements when all steps are in view`);
  await page.click('text=Table');
  check((await elements()) < 4000, `${await elements()} elements in the table`);
  equal(await page.getAttribute('table.states', 'aria-colcount'), '10001');
  await page.fill('input[type=search]', 'b399');
  equal(await page.locator('.name-row[data-row] .label').allTextContents(), ['b399']);
});
