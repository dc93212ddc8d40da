/* Waves: Booleans as levels, other values as labelled segments, the truth of formulas as bands. */

function paintWaves(viewer, sight) {
  const {columns, trace, nameWidth, cellWidth} = viewer;
  const svg = v('svg', {
    class: 'waves',
    width: sight.width,
    height: sight.height,
    role: 'img',
    'aria-label': viewer.describe()
  });
  const place = v('g', {transform: `translate(${nameWidth - sight.left} 0)`});
  const x = column => viewer.x(column);
  paintLoop(viewer, sight, place, x);
  for (let i = sight.first; i < sight.last; i++) {
    const line = viewer.lines[i],
      y = HEAD + i * ROW - sight.top;
    if (!line.row)
      place.append(
        v('rect', {class: 'group-band', x: sight.left, y, width: sight.width, height: ROW})
      );
    else if (line.row.index === viewer.chosen)
      place.append(
        v('rect', {class: 'chosen-band', x: sight.left, y, width: sight.width, height: ROW})
      );
  }
  if (cellWidth >= 9)
    for (let c = sight.from; c <= sight.to; c++)
      place.append(v('line', {class: 'grid', x1: x(c), x2: x(c), y1: HEAD, y2: sight.height}));
  const end = columns.folded ? Math.min(sight.to, columns.count - 1) : sight.to;
  for (let i = sight.first; i < sight.last; i++) {
    const line = viewer.lines[i];
    if (!line.row) continue;
    const group = v('g', {
      'data-wave': line.row.index,
      transform: `translate(0 ${HEAD + i * ROW - sight.top})`
    });
    if (line.row.isFormula) paintTruth(group, line.row, columns, sight.from, end, x);
    else if (line.row.isBoolean) paintLevel(group, line.row, columns, sight.from, end, x);
    else paintBus(group, line.row, columns, sight, end, x);
    place.append(group);
  }
  paintHead(viewer, sight, place, x);
  const at = x(viewer.cursor),
    width = Math.max(1.5, x(viewer.cursor + 1) - at);
  place.append(v('rect', {class: 'cursor', x: at, y: 0, width, height: sight.height}));
  place.append(v('line', {class: 'cursor-edge', x1: at, x2: at, y1: 0, y2: sight.height}));
  svg.append(place);
  return svg;
}

/* The loop is shaded; the second round, or the column it is folded into, is paler. */
function paintLoop(viewer, sight, place, x) {
  const {columns, trace} = viewer;
  if (!trace.isLasso) return;
  const start = x(trace.loop),
    once = columns.folded ? columns.count : trace.steps,
    middle = x(once),
    end = x(columns.count);
  place.append(
    v('rect', {
      class: 'loop',
      'data-loop': viewer.loop,
      x: start,
      y: 0,
      width: middle - start,
      height: sight.height
    })
  );
  if (end > middle)
    place.append(
      v('rect', {class: 'again', x: middle, y: 0, width: end - middle, height: sight.height})
    );
  for (const edge of new Set([start, middle, end]))
    place.append(v('line', {class: 'loop-edge', x1: edge, x2: edge, y1: 0, y2: sight.height}));
}

function paintHead(viewer, sight, place, x) {
  const {columns, trace, cellWidth} = viewer;
  place.append(
    v('rect', {x: sight.left, y: 0, width: sight.width, height: HEAD, fill: 'var(--surface)'})
  );
  if (trace.isLasso) {
    const start = x(trace.loop),
      end = x(columns.count);
    place.append(v('rect', {class: 'loop', x: start, y: 0, width: end - start, height: HEAD}));
    const from = Math.max(start, sight.left),
      words = columns.folded ? `↻ ${plural(columns.round, 'step')} folded` : '↻ for ever';
    place.append(
      v('text', {class: 'loop-text', x: from + 5, y: 11}, end - from > 80 ? words : '↻')
    );
  }
  const widest = String(trace.steps).length * 7 + 10;
  let stride = 1;
  for (const next of [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 50000, 100000]) {
    stride = next;
    if (next * cellWidth >= widest) break;
  }
  for (let c = Math.floor(sight.from / stride) * stride; c < sight.to; c += stride)
    if (
      c !== viewer.cursor &&
      !columns.isFold(c) &&
      Math.abs(c - viewer.cursor) * cellWidth >= widest * 0.8
    )
      place.append(
        v('text', {class: 'tick', x: (x(c) + x(c + 1)) / 2, y: 23}, String(trace.label(columns.step(c))))
      );
  if (viewer.cursor >= sight.from && viewer.cursor < sight.to)
    place.append(
      v(
        'text',
        {class: 'tick at', x: (x(viewer.cursor) + x(viewer.cursor + 1)) / 2, y: 23},
        columns.isFold(viewer.cursor) && columns.round > 1
          ? `${trace.label(trace.loop)}–${trace.label(trace.steps - 1)}`
          : String(trace.label(columns.step(viewer.cursor)))
      )
    );
  place.append(
    v('line', {
      class: 'headline',
      x1: sight.left,
      x2: sight.left + sight.width,
      y1: HEAD - 0.5,
      y2: HEAD - 0.5
    })
  );
}

const HIGH = 6,
  LOW = ROW - 6,
  MIDDLE = ROW / 2;

/* Runs too narrow to be seen alone are gathered into one busy stretch. */
function wideRuns(row, columns, from, to, x, f) {
  let busy = -1;
  columns.runs(row, from, to, (first, end, code) => {
    const narrow = x(end) - x(first) < 1.2;
    if (!narrow && busy >= 0) {
      f(busy, first, -1);
      busy = -1;
    }
    if (narrow && busy < 0) busy = first;
    if (!narrow) f(first, end, code);
  });
  if (busy >= 0) f(busy, to, -1);
}

function paintLevel(group, row, columns, from, to, x) {
  let path = '',
    fill = '',
    level = null;
  wideRuns(row, columns, from, to, x, (first, end, code) => {
    if (code < 0) {
      group.append(
        v('rect', {
          class: 'busy',
          x: x(first),
          y: HIGH,
          width: x(end) - x(first),
          height: LOW - HIGH
        })
      );
      level = null;
      return;
    }
    const y = code ? HIGH : LOW;
    path += level === null ? `M${x(first)} ${y}` : `V${y}`;
    path += `H${x(end)}`;
    if (code) fill += `M${x(first)} ${LOW}V${HIGH}H${x(end)}V${LOW}Z`;
    level = y;
  });
  if (fill) group.append(v('path', {class: 'wave-fill', d: fill}));
  group.append(v('path', {class: 'wave', d: path || 'M0 0'}));
}

function paintTruth(group, row, columns, from, to, x) {
  wideRuns(row, columns, from, to, x, (first, end, code) => {
    const attributes = {x: x(first) + 0.5, width: Math.max(1, x(end) - x(first) - 1), rx: 2};
    if (code < 0)
      group.append(v('rect', {...attributes, class: 'busy', y: HIGH, height: LOW - HIGH}));
    else if (code === 2)
      group.append(v('rect', {...attributes, class: 'truth-2', y: MIDDLE - 1.5, height: 3}));
    else
      group.append(
        v('rect', {
          ...attributes,
          class: 'truth-' + code,
          y: code ? HIGH + 1 : LOW - 5,
          height: code ? LOW - HIGH - 2 : 4
        })
      );
  });
}

function paintBus(group, row, columns, sight, to, x) {
  let shape = '';
  wideRuns(row, columns, sight.from, to, x, (first, end, code) => {
    const left = x(first),
      right = x(end),
      width = right - left;
    if (code < 0) {
      group.append(v('rect', {class: 'busy', x: left, y: HIGH, width, height: LOW - HIGH}));
      return;
    }
    const cut = Math.min(3.5, width / 3);
    shape += `M${left} ${MIDDLE}L${left + cut} ${HIGH - 1}H${right - cut}L${right} ${MIDDLE}L${right - cut} ${LOW + 1}H${left + cut}Z`;
    /* the label stands in the visible part of its segment */
    const a = Math.max(left, sight.left),
      b = Math.min(right, sight.left + sight.width),
      value = row.values[code];
    const fits = Math.floor((b - a - 2 * cut - 2) / 6.9);
    if (fits >= value.length || fits >= 3)
      group.append(
        v(
          'text',
          {class: 'bus-text', x: (a + b) / 2, y: MIDDLE + 4},
          fits >= value.length ? value : value.slice(0, fits - 1) + '…'
        )
      );
  });
  group.prepend(v('path', {class: 'bus', d: shape || 'M0 0'}));
}
