'use strict';
/* The page around the traces: verdicts, proofs, reasons, keys, themes, and what must not happen. */

const mutex = () => report('check', example('mutex.smv'), '--json');
const ctl = () =>
  report(
    'check',
    work(
      'ctl.smv',
      `MODULE main
VAR x : 0..5; go : boolean;
ASSIGN init(x) := 0; next(x) := case go & x < 5 : x + 1; x = 5 : {0, 5}; TRUE : x; esac;
CTLSPEC NAME no := AG (x < 3 | AG x != 5)
CTLSPEC NAME yes := EF (x = 3 & EG x = 3)
`
    ),
    '--json'
  );

test('the table has every property with the verdict that was printed', async t => {
  const page = await t.open(mutex());
  /* they are printed as they are decided, and shown in the order of the file */
  const printed = mutex()
    .printed.trim()
    .split('\n')
    .map(line => JSON.parse(line))
    .filter(line => line.verdict); /* remarks have lines of their own */
  printed.sort((a, b) => a.index - b.index);
  const rows = await page.$$eval('#verdict-table tbody tr', rows =>
    rows.map(row => [...row.cells].map(cell => cell.textContent))
  );
  equal(rows.length, printed.length);
  printed.forEach((one, i) =>
    equal(
      [rows[i][0], rows[i][1], rows[i][2], rows[i][3]],
      [one.verdict, one.property, one.formula, one.engine]
    )
  );
  const count = verdict => printed.filter(one => one.verdict === verdict).length;
  equal(await page.locator('.count').allTextContents(), [
    `${count('violated')} violated`,
    `${count('holds')} hold`
  ]);
});

test('what holds vacuously says so, with its reason and evidence', async t => {
  const model = work(
    'vacuous.smv',
    `MODULE main
VAR x : 0..3; busy : boolean;
ASSIGN init(x) := 0; next(x) := (x + 1) mod 3; init(busy) := FALSE; next(busy) := x = 2 & busy;
DEFINE odd := x = 3 & busy;
LTLSPEC NAME idle := G (busy -> F x = 0)
INVARSPEC NAME sound := x != 3
`
  );
  const page = await t.open(report('check', model), {hash: '1'});
  const cells = await page.$$eval('#verdict-table tbody tr', rows =>
    rows.map(row => /vacuously/.test(row.textContent))
  );
  equal(cells, [true, false]);
  const lines = () => page.locator('.remark').allTextContents();
  const [first, second] = await lines();
  check(first.startsWith("Vacuously: the antecedent 'busy' is never true."), first);
  check(/Shown by \w+; .*, checked\.$/.test(first), first);
  check(second.startsWith("The model: 'odd' is never true."), second);
  await page.click('#verdict-table >> text=sound');
  equal((await lines()).length, 1);
});

test('sets that were refined are a tree, level by level', async t => {
  const made = report('check', example('traffic-light.aag'), '-e', 'dnc', '-p', 'side_road_starves');
  const sets = made.data.results[0].sets;
  check(sets.length > 1 && sets.every((set, i) => !i || set.parent < i), JSON.stringify(sets));
  const page = await t.open(made);
  const boxes = await page.$$eval('#sets .set', all =>
    all.map(one => {
      const box = one.querySelector('rect').getBoundingClientRect();
      return {
        strength: one.classList[1],
        count: one.querySelector('text').textContent,
        top: Math.round(box.top),
        left: box.left,
        right: box.right
      };
    })
  );
  equal(boxes.map(one => one.count), sets.map(set => set.states.toLocaleString('en')));
  equal(boxes.slice(1).map(one => one.strength), sets.slice(1).map(set => set.strength));
  sets.forEach((set, i) => {
    if (i) check(boxes[i].top > boxes[set.parent].top, `set ${i} is not below the one it is in`);
    boxes.slice(0, i).forEach((other, k) => {
      if (other.top === boxes[i].top)
        check(other.right <= boxes[i].left || other.left >= boxes[i].right, `${k} covers ${i}`);
    });
  });
});

test('the effort has a panel: engines, variables, hints', async t => {
  const made = report('check', example('elevator.smv'), '--explain-effort', '--no-trace');
  const index = made.data.results.findIndex(one => one.property === 'served_if_released');
  const effort = made.data.results[index].effort;
  const page = await t.open(made, {hash: String(index + 1)});
  const column = id =>
    page.$$eval(`#${id} tbody tr`, rows => rows.map(row => row.cells[0].textContent));
  equal(await column('effort-engines'), effort.engines.map(one => one.engine));
  equal(await column('effort-signals'), effort.signals.slice(0, 12).map(one => one.name));
  check(effort.signals.some(one => one.name === 'floor'), JSON.stringify(effort.signals));
  equal(await page.locator('#effort .hint').count(), effort.hints.length);
  const plain = await t.open(mutex());
  equal(await plain.locator('#effort').count(), 0);
});

test('a property is chosen by click, by key and by address', async t => {
  const page = await t.open(mutex(), {hash: '2'}),
    title = () => page.textContent('.title h1');
  equal(await title(), 'no_starvation');
  await page.click('#verdict-table >> text=alive');
  equal(await title(), 'alive');
  await page.keyboard.press('k');
  equal(await title(), 'no_overtaking');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  equal(await title(), 'everybody_enters');
  equal(
    await page.locator('tr[aria-current=true] td:nth-child(2)').textContent(),
    'everybody_enters'
  );
  check(page.url().endsWith('#everybody_enters'), page.url());
});

test('a proof shows its clauses in the names of the model', async t => {
  const page = await t.open(mutex(), {hash: '1'}),
    clauses = await page.locator('.clauses >> nth=0 >> li').allTextContents();
  const data = mutex().data.results[0].proof.clauses;
  equal(
    clauses,
    data.map(clause => Object.entries(clause)[0].join(''))
  );
  check(
    data.length > 3 &&
      data.every(
        clause =>
          /^[!\w.= &{},]+$/.test(Object.values(clause)[0]) &&
          !/latch|extra|\[\d\]/.test(Object.values(clause)[0])
      ),
    JSON.stringify(data)
  );
  check((await page.textContent('#proof')).includes('Inductive invariant'));
});

test('a ranking shows its rank, a CTL proof its updates with a filter', async t => {
  const page = await t.open(mutex(), {hash: '2'});
  check(/Rank, the most significant bit first \(\d+\)/.test(await page.textContent('#proof')));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const items = page.locator('#proof .clauses li');
  equal(await items.count(), mutex().data.results[3].proof.updates.length);
  await page.fill('[aria-label="Filter: Updates"]', 'true on a cycle');
  const shown = await page.locator('#proof .clauses li:visible').allTextContents();
  check(shown.length > 0 && shown.every(text => text.includes('true on a cycle')));
});

test('the reasons for a CTL verdict lead to their paths', async t => {
  const page = await t.open(ctl(), {hash: '1'}),
    result = ctl().data.results[0];
  equal(
    await page.locator('.reason code').allTextContents(),
    result.reasons.map(reason => reason.formula)
  );
  check(result.reasons.length === 2 && result.traces.length === 2);
  equal(await page.evaluate(() => viewer.trace.steps), result.traces[0].steps);
  await page.click('.reason[data-reason="1"] button');
  equal(await page.evaluate(() => viewer.trace.steps), result.traces[1].steps);
  equal(await page.textContent('#trace h2'), 'Path 2');
  await page.keyboard.press('End');
  equal(await page.locator('.name-row:has(.label:text-is("x")) .value').textContent(), '5');
  await page.keyboard.press('j');
  check((await page.locator('.reason .truth').first().textContent()).includes('true'));
});

test('statistics and a plot of the progress are there', async t => {
  const page = await t.open(
    report('check', example('mutex.smv'), '-p', 'exclusion', '-e', 'bmc,ic3')
  );
  check((await page.locator('.stats tr').count()) > 5);
  check((await page.locator('.plot svg path').count()) >= 1);
  check((await page.textContent('.legend')).includes('bmc: bound'));
});

test('an unknown says why and how far', async t => {
  const page = await t.open(
    report('check', example('mutex.smv'), '-p', 'exclusion', '-e', 'bmc', '--no-bmc-prove', '--bmc-bound', '5')
  );
  const text = await page.textContent('.title .summary');
  check(text.includes('Not decided') && text.includes('No violation in fewer than 5 steps'), text);
});

test('many properties: found by text and by verdict', async t => {
  let aiger = 'aag 1 0 1 0 0 20\n2 3\n';
  for (let i = 0; i < 20; i++) aiger += (i % 4 ? 0 : 2) + '\n';
  aiger += 'l0 bit\n';
  for (let i = 0; i < 20; i++) aiger += `b${i} goal_${i}\n`;
  const page = await t.open(report('check', work('many.aag', aiger))),
    visible = () => page.locator('#verdict-table tbody tr:visible').count();
  equal(await visible(), 20);
  await page.click('.filter-line >> text=violated');
  equal(await visible(), 5);
  await page.fill('[aria-label="Find a property"]', 'goal_16');
  equal(await visible(), 1);
  await page.click('.filter-line >> text=violated');
  await page.fill('[aria-label="Find a property"]', '');
  equal(await visible(), 20);
});

test('names are text, whatever is in them', async t => {
  const evil = '</script><img src=x onerror=alert(1)>',
    quote = '"\\u003c<b>&amp;';
  const made = report(
    'check',
    work(
      'evil.aag',
      `aag 2 1 1 0 0 1\n2\n4 2\n4\ni0 ${evil}\nl0 ${quote}\nb0 <!--<script>alert(2)\n`
    )
  );
  const page = await t.open(made, {viewport: {width: 1400, height: 1400}});
  check(made.text.split('</script>').length === 3, 'two scripts, nothing more');
  const names = await page.locator('.name-row .label').allTextContents();
  check(names.includes(evil) && names.includes(quote), JSON.stringify(names));
  equal(await page.textContent('.title h1'), '<!--<script>alert(2)');
  equal(await page.locator('img').count(), 0);
  await page.click('text=Table');
  equal(await page.locator('img').count(), 0);
});

test('light and dark follow the system, a click and a key', async t => {
  for (const scheme of ['light', 'dark']) {
    const page = await t.open(mutex(), {colorScheme: scheme}),
      theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const brightness = () =>
      page.evaluate(() =>
        getComputedStyle(document.body)
          .backgroundColor.match(/\d+/g)
          .slice(0, 3)
          .reduce((sum, part) => sum + +part, 0)
      );
    equal(await theme(), scheme);
    check((await brightness()) > 384 === (scheme === 'light'));
    await page.click('#theme');
    check((await brightness()) > 384 === (scheme === 'dark'));
    await page.keyboard.press('d');
    equal(await theme(), scheme);
  }
});

test('text can be told from its ground, in light and dark', async t => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await t.open(mutex(), {colorScheme, hash: '5'});
    const poor = await page.evaluate(() => {
      const parse = text => {
        const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
        return [r, g, b, a];
      };
      const light = ([r, g, b]) =>
        [r, g, b]
          .map(c => {
            c /= 255;
            return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
          })
          .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
      const ground = node => {
        for (; node; node = node.parentElement) {
          const colour = parse(getComputedStyle(node).backgroundColor);
          if (colour[3] === 1) return colour;
        }
        return [255, 255, 255];
      };
      const found = [];
      for (const node of document.querySelectorAll(
        'td, th, h1, h2, h3, button, .label, .value, .summary, code, .badge, label, .why'
      )) {
        if (
          !node.textContent.trim() ||
          !node.offsetParent ||
          node.disabled ||
          node.className === 'row-name'
        )
          continue;
        const [a, b] = [light(parse(getComputedStyle(node).color)), light(ground(node))].sort(
          (p, q) => q - p
        );
        if ((a + 0.05) / (b + 0.05) < 4.5)
          found.push(
            `${node.tagName}.${node.className} ${((a + 0.05) / (b + 0.05)).toFixed(2)} ${node.textContent.slice(0, 20)}`
          );
      }
      return found;
    });
    equal(poor, [], colorScheme);
  }
});

test('help opens with a key and closes again', async t => {
  const page = await t.open(mutex());
  await page.keyboard.press('?');
  check(await page.evaluate(() => document.getElementById('help').open));
  check((await page.textContent('#help')).includes('find a signal'));
  await page.keyboard.press('Escape');
  check(!(await page.evaluate(() => document.getElementById('help').open)));
  await page.click('#help-open');
  await page.click('#help button');
  check(!(await page.evaluate(() => document.getElementById('help').open)));
});

test('everything that acts can be reached and has a name', async t => {
  const page = await t.open(mutex(), {hash: '5'});
  const nameless = await page.$$eval('button, input, a', all =>
    all
      .filter(
        node =>
          node.offsetParent &&
          !(
            node.textContent.trim() ||
            node.getAttribute('aria-label') ||
            node.closest('label') ||
            node.title
          )
      )
      .map(node => node.outerHTML)
  );
  equal(nameless, []);
  const reached = new Set();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    reached.add(
      await page.evaluate(
        () => document.activeElement.className || document.activeElement.textContent
      )
    );
  }
  for (const one of ['viewer', 'Table', 'Folded'])
    check(reached.has(one), `${one} among ${[...reached]}`);
  await page.focus('.viewer');
  await page.keyboard.press('ArrowRight');
  check((await page.textContent('.trace [aria-live]')).startsWith('Step 2.'));
  for (const scope of await page.$$eval('table th', all => all.map(node => node.scope)))
    check(scope === 'col' || scope === 'row');
});

test('a narrow window has no sideways scrolling', async t => {
  for (const hash of ['1', '4', '5']) {
    const page = await t.open(mutex(), {hash, viewport: {width: 380, height: 800}});
    check(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `property ${hash}`
    );
  }
});

test('several models are told apart', async t => {
  const page = await t.open(report('check', example('counter.aag'), example('traffic-light.aag')));
  equal((await page.locator('#verdict-table th').allTextContents())[1], 'Model');
  const models = await page.$$eval('#verdict-table tbody tr', rows =>
    rows.map(row => row.cells[1].textContent.replace(/.*\//, ''))
  );
  equal([...new Set(models)], ['counter.aag', 'traffic-light.aag']);
});

test('a property has an address of its own, by its name', async t => {
  const odd = report(
    'check',
    work('odd.aag', 'aag 1 0 1 0 0 4\n2 3\n2\n0\n0\n0\nb0 a & b/c\nb1 2\nb2 same\nb3 same\n'),
    '--json'
  );
  const title = page => page.textContent('.title h1');
  const page = await t.open(odd, {hash: encodeURIComponent('a & b/c')});
  equal(await title(page), 'a & b/c');
  const links = await page.$$eval('#verdict-table a', all => all.map(a => a.getAttribute('href')));
  /* one that is called like a number, and a second of the same name, have their number */
  equal(links, ['#' + encodeURIComponent('a & b/c'), '#2', '#same', '#4']);
  for (let i = 0; i < links.length; i++) {
    await page.evaluate(hash => (location.hash = hash), links[i]);
    await page.waitForFunction(
      i => document.querySelector('tr[aria-current=true]').dataset.result === String(i),
      i
    );
  }
  equal(await title(await t.open(odd, {hash: '3'})), 'same');
});

test('an unknown says its reason in the table', async t => {
  const unknown = report(
    'check',
    example('traffic-light.aag'),
    ...['-p', '0', '-p', '1', '-e', 'bmc', '--no-bmc-prove', '--bmc-bound', '3']
  );
  const page = await t.open(unknown);
  const rows = await page.$$eval('#verdict-table tbody tr', rows =>
    rows.map(row => [row.cells[0].textContent, row.cells[row.cells.length - 1].textContent])
  );
  for (const [verdict, words] of rows) equal(verdict, 'unknown') || check(words.length > 3, words);
  equal(
    rows.map(row => row[1]),
    unknown.data.results.map(result => result.reason)
  );
});

test('fairness conditions are said as expressions', async t => {
  const model = work(
    'fair.smv',
    'MODULE main VAR s : {a, b, c}; ASSIGN init(s) := a; FAIRNESS s = b LTLSPEC G F s = c'
  );
  const page = await t.open(report('check', model, '--json'), {viewport: {width: 1200, height: 1600}});
  const names = await page.locator('.name-row .label').allTextContents();
  check(names.includes('fairness: s = b'), names.join('; '));
});

test('no number of the axis is cut off', async t => {
  const page = await t.open(mutex());
  const cut = await page.evaluate(() => {
    const samples = [0, 12, 99999, 123456789].map((number, i) => ({
      engine: 'bmc',
      number,
      seconds: i,
      words: ''
    }));
    const plot = progressPlot(samples, 4);
    document.body.append(plot);
    const svg = plot.querySelector('svg').getBoundingClientRect();
    return [...plot.querySelectorAll('svg text')]
      .map(text => [text.textContent, text.getBoundingClientRect()])
      .filter(([, box]) => box.left < svg.left - 0.5 || box.right > svg.right + 0.5)
      .map(([text]) => text);
  });
  equal(cut, []);
});

test('paths of CTL are a tree in which a state can be chosen', async t => {
  const page = await t.open(ctl(), {hash: 'no'}),
    {reasons, traces} = ctl().data.results[0];
  const states = await page.locator('.path-tree .state').count();
  equal(
    states,
    traces.reduce((sum, trace) => sum + trace.steps, 0)
  );
  const second = reasons.find((reason, i) => i && reason.trace === 1);
  const place = (path, step) =>
    page
      .locator(`.path-tree .state[data-path="${path}"][data-step="${step}"]`)
      .evaluate(dot => [+dot.getAttribute('cx'), +dot.getAttribute('cy')]);
  /* it begins below the state that it leaves */
  const [from, to] = [await place(1, second.step), await place(2, 0)];
  equal(from[0], to[0]);
  check(to[1] > from[1]);
  await page.click('.path-tree .state[data-path="2"][data-step="1"]');
  equal(await page.textContent('#trace h2'), 'Path 2');
  equal(await page.evaluate(() => viewer.step), 1);
});

test('two traces are compared step by step', async t => {
  const model = work(
    'two.smv',
    `MODULE main
VAR n : 0..7; m : 1..2;
ASSIGN init(n) := 0; next(n) := n < 7 ? n + 1 : n; next(m) := m;
INVARSPEC NAME low := n < 2 | m = 2
INVARSPEC NAME lower := n < 3 | m = 1
`
  );
  const made = report('check', model, '--json');
  const page = await t.open(made, {hash: 'low'});
  equal(await page.locator('#compare option').allTextContents(), ['no other', 'lower']);
  await page.selectOption('#compare', {label: 'lower'});
  const value = (trace, name, k) => {
    const row = trace.rows.find(row => row.name === name);
    if (row.bits !== undefined) return String((parseInt(row.bits[k >> 2], 16) >> (k & 3)) & 1);
    let i = 0;
    for (; k >= row.runs[i + 1]; i += 2) k -= row.runs[i + 1];
    return row.values[row.runs[i]];
  };
  const [a, b] = made.data.results.map(result => result.traces[0]),
    expected = [];
  for (let k = 0; k < Math.min(a.steps, b.steps); k++)
    for (const name of ['n', 'm'])
      if (value(a, name, k) !== value(b, name, k))
        expected.push([String(k + 1), name, value(a, name, k), value(b, name, k)]);
  const rows = await page.$$eval('#compare-table tbody tr', rows =>
    rows.map(row => [...row.cells].map(cell => cell.textContent))
  );
  equal(rows, expected);
  equal(rows.length, 3);
  check((await page.textContent('.compare')).includes('first difference is in step 1; 3 steps here'));
});
