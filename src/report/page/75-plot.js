/* Progress over time, one line for each engine, and the statistics. */

const LINE_COLOURS = [
  '#3b76c4',
  '#c2703d',
  '#3f9a6b',
  '#8d63c9',
  '#b5485d',
  '#7d8a2e',
  '#2f93a3',
  '#9a7b52'
];

/* Numbers of engines differ by orders of magnitude (bounds, rounds): then the axis is logarithmic. */
function progressScale(most) {
  const log = most > 50,
    map = n => (log ? Math.log1p(n) : n);
  let ticks = [0, 1, 2, 5, 10, 20, 50];
  for (let power = 100; power <= most * 2; power *= 10) ticks.push(power, 2 * power, 5 * power);
  const top = ticks.find(n => n >= most) || most;
  if (!log)
    ticks =
      top <= 5
        ? [0, 1, 2, 3, 4, 5]
        : [0, top / 5, (top * 2) / 5, (top * 3) / 5, (top * 4) / 5, top];
  else ticks = ticks.filter(n => n === 0 || /^10*$/.test(String(n)) || n === top);
  return {part: n => map(n) / map(top), ticks: ticks.filter(n => n <= top && Number.isInteger(n))};
}

function axisTime(value, end) {
  return end < 0.1 ? +(value * 1000).toPrecision(2) + ' ms' : +value.toPrecision(2) + ' s';
}

function progressPlot(samples, total) {
  const width = innerWidth < 720 ? 400 : 640,
    height = 220,
    right = 12,
    top = 10,
    bottom = 26;
  const engines = [...new Set(samples.map(sample => sample.engine))];
  const end = Math.max(total, ...samples.map(sample => sample.seconds), 1e-4),
    scale = progressScale(Math.max(1, ...samples.map(sample => sample.number))),
    longest = Math.max(...scale.ticks.map(n => n.toLocaleString('en').length)),
    left = Math.max(48, 14 + 7 * longest); /* the largest number has room */
  const x = t => left + (t / end) * (width - left - right),
    y = n => height - bottom - scale.part(n) * (height - top - bottom);
  const svg = v('svg', {
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': `Progress of ${engines.join(', ')} over ${seconds(end)}`
  });
  for (const n of scale.ticks) {
    svg.append(
      v('line', {x1: left, x2: width - right, y1: y(n), y2: y(n), stroke: 'var(--line-soft)'})
    );
    svg.append(v('text', {x: left - 7, y: y(n) + 4, 'text-anchor': 'end'}, n.toLocaleString('en')));
  }
  for (let i = 0; i <= 4; i++)
    svg.append(
      v(
        'text',
        {
          x: x((end * i) / 4),
          y: height - 8,
          'text-anchor': i === 0 ? 'start' : i === 4 ? 'end' : 'middle'
        },
        i ? axisTime((end * i) / 4, end) : '0'
      )
    );
  svg.append(v('line', {x1: left, x2: width - right, y1: y(0), y2: y(0), stroke: 'var(--line)'}));
  const legend = h('div', {class: 'legend'});
  engines.forEach((engine, i) => {
    const own = samples.filter(sample => sample.engine === engine),
      colour = LINE_COLOURS[i % LINE_COLOURS.length],
      last = own[own.length - 1];
    let path = `M${x(own[0].seconds).toFixed(1)} ${y(own[0].number).toFixed(1)}`;
    for (const sample of own.slice(1))
      path += `H${x(sample.seconds).toFixed(1)}V${y(sample.number).toFixed(1)}`;
    svg.append(
      v(
        'path',
        {d: path, fill: 'none', stroke: colour, 'stroke-width': 1.8, 'stroke-linejoin': 'round'},
        v('title', {}, engine)
      )
    );
    svg.append(v('circle', {cx: x(last.seconds), cy: y(last.number), r: 2.6, fill: colour}));
    legend.append(
      h('span', {}, h('i', {style: `background: ${colour}`}), `${engine}: ${last.words}`)
    );
  });
  return h('div', {class: 'card plot'}, svg, legend);
}

function statisticsSection(result) {
  const samples = result.progress || [],
    statistics = result.statistics || [];
  if (!samples.length && !statistics.length) return null;
  const table = h(
    'div',
    {class: 'card stats-scroll'},
    h(
      'table',
      {class: 'plain stats'},
      h(
        'tbody',
        {},
        statistics.map(one =>
          h(
            'tr',
            {title: one.name},
            h('td', {class: 'soft'}, one.meaning),
            h('td', {}, one.unit ? seconds(one.value) : one.value.toLocaleString('en'))
          )
        )
      )
    )
  );
  const plot = samples.length > 1 && progressPlot(samples, result.seconds);
  return h(
    'section',
    {class: 'block', id: 'statistics', 'aria-label': 'Statistics'},
    h('div', {class: 'head'}, h('h2', {}, 'The run')),
    h('div', {class: plot ? 'two' : 'one'}, plot, table)
  );
}
