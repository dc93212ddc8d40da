'use strict';
/* Message sequence charts of programs, and the token game of nets. */

const lift = () => report('check', example('lift.pml'), '-p', 'assertions');
const round = () => report('check', example('lift.pml'), '--ltl', '[] <> (aboard == 0)', '-e', 'dnc');
const printer = () => report('simulate', example('printer.pnml'), '-n', '6');

test('the chart has a lane for each process and an arrow for each message', async t => {
  const page = await t.open(lift());
  const seen = await page.evaluate(() => ({
    lanes: [...document.querySelectorAll('.chart .lane-name')].map(node => node.textContent),
    steps: document.querySelectorAll('.chart .step').length,
    late: document.querySelectorAll('.chart .arrow.late').length,
    arrows: [...document.querySelectorAll('.chart .message')].map(node => node.textContent),
    fault: document.querySelector('.chart .fault').textContent,
    last: [...document.querySelectorAll('.chart .statement')].pop().textContent
  }));
  equal(seen.lanes, ['Caller[0]', 'Caller[1]', 'Lift[2]']);
  equal(seen.steps, 8);
  equal(seen.arrows, ['ask,1', 'yes']);
  equal(seen.late, 1, 'a message through a buffer');
  check(seen.fault.includes('does not hold'), seen.fault);
  check(seen.last.startsWith('lift.pml:16  assert(!door_open)'), seen.last);
});

test('arrows go from the sender to the receiver', async t => {
  const page = await t.open(lift());
  const ends = await page.evaluate(() => {
    const at = name =>
      +[...document.querySelectorAll('.chart .lane-name')]
        .find(node => node.textContent === name)
        .getAttribute('x');
    return {
      arrows: [...document.querySelectorAll('.chart .arrow')].map(node => [
        +node.getAttribute('x1'),
        +node.getAttribute('x2')
      ]),
      caller: at('Caller[1]'),
      lift: at('Lift[2]')
    };
  });
  equal(ends.arrows[0][0], ends.caller);
  check(Math.abs(ends.arrows[0][1] - ends.lift) < 10, 'to the lift');
  equal(ends.arrows[1][0], ends.lift);
  check(Math.abs(ends.arrows[1][1] - ends.caller) < 10, 'back to the caller');
});

test('a step of the chart moves the cursor of the trace', async t => {
  const page = await t.open(lift());
  await page.locator('.chart .step[data-step="3"] .number').click();
  equal(await page.evaluate(() => viewer.cursor), 3);
});

test('the loop of a chart is marked', async t => {
  const page = await t.open(round());
  const loop = await page.evaluate(() => ({
    text: document.querySelector('.chart .loop text').textContent,
    loop: viewer.trace.loop
  }));
  check(loop.text.includes(`after step ${loop.loop}`), loop.text);
});

test('the token game shows the tokens of each step, and plays', async t => {
  const page = await t.open(printer());
  const tokens = name =>
    page.evaluate(
      place =>
        document.querySelector(`.game .place[data-place="${place}"]`).querySelectorAll('.token')
          .length,
      name
    );
  equal(await tokens('idle2'), 1);
  equal(await tokens('hold2'), 0);
  await page.locator('.game .tools button', {hasText: '▶'}).click();
  equal(await tokens('hold2'), 1, 'after the first step, lock2');
  await page.locator('.game .tools button', {hasText: '◀'}).click();
  await page.locator('.game .moves button', {hasText: 'fetch1'}).click();
  equal([await tokens('idle1'), await tokens('tray1')], [0, 1], 'after fetch1');
  check((await page.locator('.game .tools .faint').textContent()).includes('of your own'));
  await page.locator('.game .tools button', {hasText: 'Back'}).click();
  equal([await tokens('idle1'), await tokens('tray1')], [1, 0]);
  await page.locator('.game .transition.enabled rect').first().click();
  check((await page.locator('.game .tools .faint').textContent()).includes('of your own'));
  await page.locator('.game .tools button', {hasText: 'To the trace'}).click();
  equal(await tokens('idle1'), 1);
});

test('pages of circuits have neither', async t => {
  const page = await t.open(report('check', example('mutex.smv')));
  equal(await page.evaluate(() => document.querySelectorAll('.chart, .game').length), 0);
});
