/* Two traces of one model side by side: in which steps and signals they differ. */

/* All traces of the page that are about the same model: [label, result, index]. */
function tracesBeside(result) {
  const found = [];
  for (const other of RESULTS) {
    if (other.file !== result.file || !other.traces) continue;
    other.traces.forEach((trace, i) => {
      const label = other.traces.length > 1 ? `${other.property}, path ${i + 1}` : other.property;
      found.push({label, trace, own: other === result && i === 0});
    });
  }
  return found;
}

const COMPARED = new Set(['input', 'state', 'define']);

/* The differences: [step, name, left, right], in the order of steps. A trace that has ended differs
 * no more; its length is told apart. */
function differences(left, right) {
  const rows = new Map(right.rows.filter(row => COMPARED.has(row.group)).map(row => [row.name, row]));
  const found = [];
  for (let k = 0; k < Math.min(left.steps, right.steps); k++)
    for (const row of left.rows) {
      const other = COMPARED.has(row.group) && rows.get(row.name);
      if (other && row.text(k) !== other.text(k)) found.push([k, row.name, row.text(k), other.text(k)]);
    }
  return found;
}

function comparisonTable(left, right, labels) {
  const found = differences(left, right),
    most = 500;
  const lengths = `${plural(left.steps, 'step')}${left.isLasso ? ' with a loop' : ''} here, ${plural(right.steps, 'step')}${right.isLasso ? ' with a loop' : ''} there.`;
  if (!found.length)
    return h('p', {class: 'empty'}, `No difference in the steps that both have: ${lengths}`);
  const cells = found
    .slice(0, most)
    .map(([step, name, a, b], i) =>
      h(
        'tr',
        {class: i && found[i - 1][0] === step ? null : 'first-of-step'},
        h('td', {class: 'number'}, String(left.label(step))),
        h('td', {}, h('code', {}, name)),
        h('td', {}, a),
        h('td', {}, b)
      )
    );
  return [
    h(
      'p',
      {class: 'soft'},
      `The first difference is in step ${left.label(found[0][0])}; ${lengths}` +
        (found.length > most ? ` The first ${most} of ${found.length} are shown.` : '')
    ),
    h(
      'div',
      {class: 'compare-scroll'},
      h(
        'table',
        {class: 'plain', id: 'compare-table'},
        h(
          'thead',
          {},
          h('tr', {}, ['Step', 'Signal', ...labels].map(name => h('th', {scope: 'col'}, name)))
        ),
        h('tbody', {}, cells)
      )
    )
  ];
}

function compareSection(result) {
  const all = tracesBeside(result),
    mine = all.find(one => one.own);
  if (!mine || all.length < 2) return null;
  const others = all.filter(one => one !== mine),
    place = h('div');
  const choice = h(
    'select',
    {
      id: 'compare',
      onchange: () => {
        const other = others[choice.value];
        if (!other) return place.replaceChildren();
        const table = comparisonTable(new Trace(mine.trace), new Trace(other.trace), [
          mine.label,
          other.label
        ]);
        place.replaceChildren(...[table].flat());
      }
    },
    h('option', {value: ''}, 'no other'),
    others.map((one, i) => h('option', {value: i}, one.label))
  );
  return h(
    'section',
    {class: 'block', 'aria-label': 'Comparison'},
    h('div', {class: 'head'}, h('h2', {}, 'Compared')),
    h('div', {class: 'card compare'}, h('label', {for: 'compare'}, 'With the trace of '), choice, place)
  );
}
