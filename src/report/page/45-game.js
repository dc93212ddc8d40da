/* The token game: a net with its tokens in the step at the cursor of the trace. Transitions that are
 * enabled can be fired by a click or by their button; then the game leaves the trace, until it is
 * told to go back. */

const GAME_X = 120,
  GAME_Y = 74,
  GAME_DRAWN = 160, /* nodes of a net that is drawn; of a larger one there are buttons alone */
  GAME_DOTS = 4; /* tokens that are dots; more are a number */

/* Rows of nodes: from what is marked in the beginning along the arcs, neighbours near each other. */
function netLayout(net) {
  const nodes = [
      ...net.places.map((place, i) => ({...place, place: true, i})),
      ...net.transitions.map((transition, i) => ({...transition, place: false, i}))
    ],
    next = nodes.map(() => []),
    back = nodes.map(() => []),
    connect = (a, b) => {
      next[a].push(b);
      back[b].push(a);
    };
  net.transitions.forEach((transition, t) => {
    for (const [p] of transition.take) connect(p, net.places.length + t);
    for (const [p] of transition.put) connect(net.places.length + t, p);
  });
  const layer = nodes.map(() => -1),
    rows = [];
  let front = nodes.map((node, i) => i).filter(i => nodes[i].place && nodes[i].tokens);
  for (let rest = 0; rest < nodes.length;) {
    if (!front.length) {
      while (rest < nodes.length && layer[rest] >= 0) rest++;
      if (rest === nodes.length) break;
      front = [rest];
    }
    const row = rows.length,
      found = new Set();
    for (const i of front) if (layer[i] < 0) layer[i] = row;
    const own = front.filter(i => layer[i] === row),
      centre = i => {
        if (!row) return 0;
        const above = [...back[i], ...next[i]].filter(j => layer[j] === row - 1);
        const places = above.map(j => rows[row - 1].indexOf(j));
        return places.length ? places.reduce((a, b) => a + b, 0) / places.length : 0;
      };
    rows.push(own.map(i => [centre(i), i]).sort((a, b) => a[0] - b[0]).map(pair => pair[1]));
    for (const i of own) for (const j of next[i]) if (layer[j] < 0) found.add(j);
    front = [...found];
  }
  const widest = Math.max(...rows.map(row => row.length));
  rows.forEach((row, y) =>
    row.forEach((i, x) => {
      nodes[i].x = (x + 0.5 + (widest - row.length) / 2) * GAME_X;
      nodes[i].y = (y + 0.5) * GAME_Y;
    })
  );
  return {nodes, width: widest * GAME_X, height: rows.length * GAME_Y};
}

class TokenGame {
  constructor(net, trace) {
    this.net = net;
    this.trace = trace;
    this.rows = new Map(
      trace.rows.filter(row => row.group === 'state' || row.group === 'internal').map(row => [row.name, row])
    );
    this.fired = trace.rows.find(row => row.group === 'input' && row.name === 'fired');
    this.layout =
      net.places.length + net.transitions.length <= GAME_DRAWN ? netLayout(net) : null;
    this.picture = h('div', {class: 'net'});
    this.moves = h('div', {class: 'moves', role: 'group', 'aria-label': 'Enabled transitions'});
    this.words = h('span', {class: 'faint', role: 'status'});
    const button = (text, f) => h('button', {type: 'button', onclick: f}, text);
    this.element = h(
      'div',
      {class: 'game', role: 'region', 'aria-label': 'Token game'},
      h(
        'div',
        {class: 'tools'},
        button('◀', () => this.show(this.step - 1)),
        button('▶', () => this.show(this.step + 1)),
        button('Back', () => this.undo()),
        button('To the trace', () => this.show(this.step)),
        this.words
      ),
      this.picture,
      this.moves
    );
    this.show(0);
  }

  /* The marking of a step of the trace. */
  show(step) {
    this.step = clamp(step, 0, this.trace.steps - 1);
    this.own = [];
    this.marking = this.net.places.map(place => {
      const row = this.rows.get(place.name);
      return row ? +row.text(this.step) : place.tokens;
    });
    this.paint();
  }

  enabled(t) {
    return this.net.transitions[t].take.every(([p, weight]) => this.marking[p] >= weight);
  }

  fire(t) {
    if (!this.enabled(t)) return;
    this.own.push([this.marking, t]);
    this.marking = [...this.marking];
    for (const [p, weight] of this.net.transitions[t].take) this.marking[p] -= weight;
    for (const [p, weight] of this.net.transitions[t].put) this.marking[p] += weight;
    this.paint();
  }

  undo() {
    if (!this.own.length) return this.show(this.step - 1);
    this.marking = this.own.pop()[0];
    this.paint();
  }

  get taken() {
    return !this.own.length && this.fired ? this.fired.text(this.step) : null;
  }

  paint() {
    const last = this.own.length ? this.net.transitions[this.own[this.own.length - 1][1]].name : '';
    this.words.textContent = this.own.length
      ? `${plural(this.own.length, 'step')} of your own after step ${this.step}, last ${last}`
      : `step ${this.step} of the trace` +
        (this.taken && this.taken !== '-' ? `, next ${this.taken}` : '');
    const can = this.net.transitions.map((transition, t) => t).filter(t => this.enabled(t));
    this.moves.replaceChildren(
      ...(can.length
        ? can.map(t =>
            h(
              'button',
              {type: 'button', 'data-transition': t, onclick: () => this.fire(t)},
              this.net.transitions[t].name
            )
          )
        : [h('span', {class: 'faint'}, 'no transition is enabled')])
    );
    if (this.layout) this.picture.replaceChildren(this.draw());
  }

  /* ---- the drawing ---- */

  drawArc(from, to, weight) {
    const dx = to.x - from.x,
      dy = to.y - from.y,
      length = Math.hypot(dx, dy) || 1,
      [ux, uy] = [dx / length, dy / length],
      /* arcs to and fro do not lie on each other */
      [bx, by] = [(from.x + to.x) / 2 - uy * 14, (from.y + to.y) / 2 + ux * 14],
      [ex, ey] = [to.x - ux * 17, to.y - uy * 17],
      angle = (Math.atan2(ey - by, ex - bx) * 180) / Math.PI;
    return [
      v('path', {class: 'arc', d: `M${from.x + ux * 16} ${from.y + uy * 16}Q${bx} ${by} ${ex} ${ey}`}),
      v('path', {
        class: 'arc-head',
        d: 'M0 0l-8 -3.5v7z',
        transform: `translate(${ex} ${ey}) rotate(${angle})`
      }),
      weight > 1 && v('text', {class: 'weight', x: bx, y: by}, String(weight))
    ];
  }

  drawPlace(node) {
    const tokens = this.marking[node.i],
      at = [
        [],
        [[0, 0]],
        [[-4, 0], [4, 0]],
        [[0, -4], [-4, 4], [4, 4]],
        [[-4, -4], [4, -4], [-4, 4], [4, 4]]
      ][tokens];
    return v(
      'g',
      {class: 'place', 'data-place': node.name, transform: `translate(${node.x} ${node.y})`},
      v('circle', {class: 'rim', r: 14}),
      tokens <= GAME_DOTS
        ? at.map(([cx, cy]) => v('circle', {class: 'token', cx, cy, r: 3}))
        : v('text', {y: 4}, String(tokens)),
      v('text', {y: 28}, node.name.slice(0, 17))
    );
  }

  drawTransition(node) {
    const can = this.enabled(node.i);
    return v(
      'g',
      {
        class: 'transition' + (can ? ' enabled' : '') + (this.taken === node.name ? ' fired' : ''),
        transform: `translate(${node.x} ${node.y})`,
        onclick: () => this.fire(node.i)
      },
      v('rect', {x: -12, y: -7, width: 24, height: 14}),
      v('text', {y: 22}, node.name.slice(0, 17))
    );
  }

  draw() {
    const {nodes, width, height} = this.layout,
      places = this.net.places.length;
    return v(
      'svg',
      {width, height: height + 16, role: 'img', 'aria-label': 'The net with its tokens'},
      this.net.transitions.map((transition, t) => [
        transition.take.map(([p, weight]) => this.drawArc(nodes[p], nodes[places + t], weight)),
        transition.put.map(([p, weight]) => this.drawArc(nodes[places + t], nodes[p], weight))
      ]),
      nodes.map(node => (node.place ? this.drawPlace(node) : this.drawTransition(node)))
    );
  }
}

/* The game, or null if the result is not about a net. */
function tokenGame(net, trace) {
  return net ? new TokenGame(net, trace) : null;
}
