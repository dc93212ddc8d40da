/* Where the effort went: engines by their time, variables by the lemmas and obligations about them,
 * hints. */

const EFFORT_ROWS = 12;

function share(part) {
  const percent = (100 * part).toFixed(part < 0.1 ? 1 : 0);
  return h(
    'td',
    {class: 'share'},
    h('span', {class: 'bar-share', style: `width: ${Math.round(100 * part)}px`}),
    ` ${percent} %`
  );
}

function effortTable(id, names, rows) {
  return h(
    'table',
    {class: 'plain', id},
    h('thead', {}, h('tr', {}, names.map(name => h('th', {scope: 'col'}, name)))),
    h('tbody', {}, rows)
  );
}

function effortSection(effort) {
  const all = effort.engines.reduce((sum, one) => sum + one.seconds, 0) || 1;
  const growth = one =>
    one.progress
      .map((at, i) =>
        i + 1 === one.progress.length
          ? `${at.words} after ${seconds(at.seconds)}`
          : `${at.number} after ${seconds(at.seconds)}`
      )
      .join(', ');
  const engines = effortTable(
    'effort-engines',
    ['Engine', 'Of the time', 'How far'],
    effort.engines.map(one =>
      h('tr', {}, h('td', {}, one.engine), share(one.seconds / all), h('td', {}, growth(one)))
    )
  );
  const signals =
    effort.signals.length > 0 &&
    effortTable(
      'effort-signals',
      ['Variable', 'Of lemmas', 'Of obligations'],
      effort.signals
        .slice(0, EFFORT_ROWS)
        .map(one =>
          h('tr', {}, h('td', {}, h('code', {}, one.name)), share(one.lemmas), share(one.obligations))
        )
    );
  return h(
    'section',
    {class: 'block', id: 'effort', 'aria-label': 'Effort'},
    h('div', {class: 'head'}, h('h2', {}, 'Where the effort went')),
    h(
      'div',
      {class: 'card'},
      engines,
      signals,
      effort.hints.map(hint => h('p', {class: 'hint'}, h('b', {}, 'Hint: '), hint))
    )
  );
}
