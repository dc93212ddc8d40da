/* The paths that explain a CTL verdict as one tree: a line of states for each, which begins where it
 * leaves another. A state can be chosen. */

const PATH_STEP = 26,
  PATH_ROW = 34;

/* Of each reason with a path: the line it is on, and the column its first state is in. */
function placePaths(reasons) {
  const places = reasons.map(() => null);
  let line = 0;
  reasons.forEach((reason, i) => {
    if (reason.trace === null) return;
    const parent = i ? places[reason.parent] : null;
    places[i] = {line: line++, column: parent ? parent.column + reason.step : 0, parent};
  });
  return places;
}

function pathTree(result, numbers, choose) {
  const reasons = result.reasons,
    places = placePaths(reasons),
    lines = places.filter(Boolean);
  const length = i => result.traces[reasons[i].trace].steps;
  const columns = Math.max(...places.map((place, i) => (place ? place.column + length(i) : 0)));
  if (columns > 400) return null; /* the list is enough */
  const left = 64,
    width = left + columns * PATH_STEP + 40,
    height = lines.length * PATH_ROW + 14;
  const x = column => left + column * PATH_STEP,
    y = line => 22 + line * PATH_ROW;
  const svg = v('svg', {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    class: 'path-tree',
    role: 'group',
    'aria-label': 'The paths, each from where it leaves another'
  });
  places.forEach((place, i) => {
    if (!place) return;
    const trace = result.traces[reasons[i].trace],
      end = place.column + trace.steps - 1,
      at = y(place.line);
    if (place.parent)
      svg.prepend(
        v('path', {
          class: 'branch',
          d: `M${x(place.column)} ${y(place.parent.line)}V${at}`,
          'stroke-dasharray': '3 3'
        })
      );
    svg.append(v('line', {class: 'branch', x1: x(place.column), x2: x(end), y1: at, y2: at}));
    if (trace.loop >= 0) {
      const back = x(place.column + trace.loop);
      svg.append(
        v('path', {
          class: 'branch loop',
          d: `M${x(end)} ${at}c16 -18 ${back - x(end) - 16} -18 ${back - x(end)} 0`
        })
      );
    }
    svg.append(v('text', {x: 4, y: at + 4, class: 'path-name'}, `path ${numbers[i]}`));
    for (let k = 0; k < trace.steps; k++) {
      const dot = v(
        'circle',
        {
          cx: x(place.column + k),
          cy: at,
          r: 5,
          class: 'state' + (k === trace.steps - 1 && trace.loop < 0 ? ' last' : ''),
          tabindex: 0,
          role: 'button',
          'data-path': numbers[i],
          'data-step': k,
          'aria-label': `step ${k} of path ${numbers[i]}`,
          onclick: () => choose(i, k),
          onkeydown: event => {
            if (event.key === 'Enter') choose(i, k);
          }
        },
        v('title', {}, `step ${k} of path ${numbers[i]}: ${unquoted(reasons[i].formula)}`)
      );
      svg.append(dot);
    }
  });
  return h('div', {class: 'card path-scroll'}, svg);
}
