/* How Divide and Compose refined sets of states: Figure 6 of its paper. A row for each part of the
 * system that was looked at, a box for each fair component of it, below the set that it was found
 * in, with its number of states. */

const SET_WIDTH = 84,
  SET_HEIGHT = 26,
  SET_ROW = 62,
  SETS_SHOWN = 400;

const STRENGTH_WORDS = {
  strong: 'strong: some cycles in it are fair, or none',
  weak: 'weak: every cycle in it is fair',
  terminal: 'terminal: every cycle in it is fair, and no step leads out'
};

function latchCount(latches) {
  return `${latches} ${latches === 1 ? 'latch' : 'latches'}`;
}

function stateCount(states) {
  if (states === null) return '∞';
  return states < 1e6 ? states.toLocaleString('en') : states.toExponential(1).replace('e+', ' × 10^');
}

/* By set: its column, leaves side by side and parents above the middle of their children; and its
 * row, by its part of the system. */
function placeSets(sets) {
  const children = sets.map(() => []),
    column = sets.map(() => 0),
    levels = [...new Set(sets.slice(1).map(set => set.level))].sort((a, b) => a - b);
  sets.forEach((set, i) => {
    if (i) children[set.parent].push(i);
  });
  /* children come after their parents: from behind, every child has its width already */
  const leaves = sets.map(() => 1);
  for (let i = sets.length - 1; i >= 0; i--)
    if (children[i].length) leaves[i] = children[i].reduce((sum, child) => sum + leaves[child], 0);
  const left = sets.map(() => 0);
  sets.forEach((set, i) => {
    let next = left[i];
    for (const child of children[i]) {
      left[child] = next;
      next += leaves[child];
    }
    column[i] = left[i] + (leaves[i] - 1) / 2;
  });
  return {column, row: sets.map((set, i) => (i ? levels.indexOf(set.level) + 1 : 0)), levels, columns: leaves[0]};
}

function setsTree(sets) {
  const {column, row, levels, columns} = placeSets(sets),
    left = 96,
    width = left + columns * SET_WIDTH + 8,
    height = (levels.length + 1) * SET_ROW;
  const x = i => left + column[i] * SET_WIDTH + SET_WIDTH / 2,
    y = i => row[i] * SET_ROW + 8 + SET_HEIGHT / 2;
  const svg = v('svg', {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    class: 'set-tree',
    role: 'group',
    'aria-label': 'Sets of states and those that were found in them'
  });
  const rows = [
    'all states',
    ...levels.map(level => latchCount(sets.find((set, i) => i && set.level === level).latches))
  ];
  rows.forEach((words, i) =>
    svg.append(v('text', {x: 4, y: i * SET_ROW + 12 + SET_HEIGHT / 2, class: 'path-name'}, words))
  );
  sets.forEach((set, i) => {
    if (i)
      svg.prepend(
        v('line', {class: 'branch', x1: x(set.parent), y1: y(set.parent), x2: x(i), y2: y(i)})
      );
    svg.append(
      v(
        'g',
        {class: `set ${i ? set.strength : 'all'}`, 'data-set': i},
        v('rect', {
          x: x(i) - SET_WIDTH / 2 + 4,
          y: y(i) - SET_HEIGHT / 2,
          width: SET_WIDTH - 8,
          height: SET_HEIGHT,
          rx: set.strength === 'strong' ? 2 : SET_HEIGHT / 2
        }),
        v('text', {x: x(i), y: y(i) + 4, 'text-anchor': 'middle'}, stateCount(set.states)),
        v(
          'title',
          {},
          i
            ? `${stateCount(set.states)} states of ${latchCount(set.latches)}; ${STRENGTH_WORDS[set.strength]}`
            : 'what is looked at in the beginning'
        )
      )
    );
  });
  return svg;
}

function setsSection(result) {
  const shown = result.sets.slice(0, SETS_SHOWN),
    more = result.sets.length - shown.length;
  return h(
    'section',
    {class: 'block', id: 'sets', 'aria-label': 'Refinement'},
    h('div', {class: 'head'}, h('h2', {}, 'How sets were refined')),
    h('div', {class: 'card path-scroll'}, setsTree(shown)),
    h(
      'p',
      {class: 'hint'},
      shown.length === 1
        ? 'No fair component was found in any part of the system.'
        : 'Fair components of larger and larger parts of the system, with their numbers of states. Round ones are weak or terminal.',
      more > 0 && ` The first ${shown.length} are shown.`
    )
  );
}
