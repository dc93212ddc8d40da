/* Runs of programs as message sequence charts: processes are lanes, a message is an arrow from the
 * step that sent it to the one that receives it, and beside each step stand its place in the source,
 * the statement and what changes. Made from the rows of a trace alone. */

const CHART_ROW = 24,
  CHART_LEFT = 44,
  CHART_TOP = 34,
  CHART_MOST = 2000;

const chartValue = (trace, name, step) => {
  const row = trace.rows.find(one => one.group === 'input' && one.name === name),
    value = row ? row.text(step) : '-';
  return value === '-' ? '' : value;
};

/* What happens in each step: who moves, who receives, what, and in which step it was sent. */
function chartSteps(trace) {
  const steps = [],
    waiting = [],
    count = trace.isLasso ? trace.steps : trace.steps - 1;
  for (let k = 0; k < count && k < CHART_MOST; k++) {
    const [who, line, statement, fault, sent, received] = [
        'process',
        'line',
        'statement',
        'fault',
        'sent',
        'received'
      ].map(name => chartValue(trace, name, k)),
      [partner, place] = chartValue(trace, 'partner', k).split(' ');
    if (!who) continue;
    const step = {k, who, line, statement, fault, partner, place, sent, received, from: null};
    if (!partner && received) {
      const at = waiting.findIndex(other => other.sent === received);
      if (at >= 0) step.from = waiting.splice(at, 1)[0];
    }
    if (!partner && sent) waiting.push(step);
    steps.push(step);
  }
  return steps;
}

const laneNumber = name => +(/\[(\d+)\]$/.exec(name) || [0, 0])[1];

const messageOf = text => text.slice(text.indexOf(' ') + 1);

/* The values that change in a step, without what the statement says itself. */
function chartChanges(trace, step) {
  const next = trace.after(step.k);
  if (next < 0) return '';
  return trace.rows
    .filter(row => row.group === 'state' && row.codes[next] !== row.codes[step.k])
    .map(row => {
      const owner = [step.who, step.partner].find(who => who && row.name.startsWith(who + ':'));
      return `${owner ? row.name.slice(owner.length + 1) : row.name} = ${row.text(next)}`;
    })
    .filter(change => change !== step.statement)
    .join(', ');
}

class MessageChart {
  constructor(trace, choose) {
    this.trace = trace;
    this.choose = choose;
    this.steps = chartSteps(trace);
    const names = new Set(this.steps.flatMap(step => [step.who, step.partner]).filter(Boolean));
    this.lanes = [...names].sort((a, b) => laneNumber(a) - laneNumber(b));
    this.rows = new Map(this.steps.map((step, row) => [step.k, row]));
    this.element = this.draw();
  }

  x(name) {
    return CHART_LEFT + this.distance / 2 + this.lanes.indexOf(name) * this.distance;
  }
  y(step) {
    return CHART_TOP + (this.rows.get(step.k) + 0.5) * CHART_ROW;
  }

  /* Wide enough for what stands on the arrows. */
  measure() {
    this.distance = Math.max(...this.lanes.map(name => name.length * 8 + 24), 110);
    for (const step of this.steps) {
      const from = step.partner ? step.who : step.from && step.from.who,
        to = step.partner || step.who;
      if (!from || from === to) continue;
      const lanes = Math.abs(this.lanes.indexOf(from) - this.lanes.indexOf(to));
      this.distance = Math.max(this.distance, (messageOf(step.received).length * 7 + 40) / lanes);
    }
    this.distance = Math.min(this.distance, 340);
    this.beside = CHART_LEFT + this.lanes.length * this.distance + 16;
    this.height = CHART_TOP + this.steps.length * CHART_ROW + (this.trace.isLasso ? 26 : 10);
  }

  arrow(x1, y1, x2, y2, label, late) {
    const way = Math.sign(x2 - x1) || 1;
    return [
      v('line', {class: 'arrow' + (late ? ' late' : ''), x1, y1, x2: x2 - way * 7, y2}),
      v('path', {class: 'head', d: `M${x2} ${y2}l${-way * 9} -4v8z`}),
      v('text', {class: 'message', x: (x1 + x2) / 2, y: (y1 + y2) / 2 - 5}, label)
    ];
  }

  drawStep(step) {
    const y = this.y(step),
      x = this.x(step.who),
      parts = [];
    if (step.partner) {
      parts.push(this.arrow(x, y, this.x(step.partner), y, messageOf(step.received), false));
    } else if (step.from && step.from.who !== step.who) {
      const sent = step.from;
      parts.push(
        this.arrow(this.x(sent.who), this.y(sent), x, y, messageOf(step.received), true)
      );
    } else if (step.sent || step.received) {
      const text = step.sent ? messageOf(step.sent) + '!' : '?' + messageOf(step.received);
      if (step.received) parts.push(v('text', {class: 'message own', x: x + 9, y: y + 4}, text));
    }
    parts.push(v('circle', {class: step.fault ? 'event bad' : 'event', cx: x, cy: y, r: 4}));
    const line = step.line.split('/').pop(),
      place = step.place ? `${line} → ${step.place.split(':').pop()}` : line;
    return v(
      'g',
      {class: 'step', 'data-step': step.k, onclick: () => this.choose(step.k)},
      v('rect', {class: 'strip', x: 0, y: y - CHART_ROW / 2, width: 4000, height: CHART_ROW}),
      v('text', {class: 'number', x: CHART_LEFT - 12, y: y + 4}, String(step.k + 1)),
      parts,
      v(
        'text',
        {class: 'statement', x: this.beside, y: y + 4},
        v('tspan', {class: 'place'}, place + '  '),
        v('tspan', {}, step.statement),
        step.fault && v('tspan', {class: 'fault'}, `  ${step.fault}`),
        v('tspan', {class: 'change'}, `  ${chartChanges(this.trace, step)}`)
      )
    );
  }

  drawLoop() {
    const first = this.steps.find(step => step.k >= this.trace.loop);
    if (!this.trace.isLasso || !first) return null;
    const top = this.y(first) - CHART_ROW / 2;
    return v(
      'g',
      {class: 'loop'},
      v('rect', {
        x: 2,
        y: top,
        width: this.beside - 10,
        height: this.height - 26 - top
      }),
      v('text', {x: this.beside - 12, y: this.height - 10}, `↻ back to the state after step ${this.trace.loop}`)
    );
  }

  draw() {
    this.measure();
    const text = this.steps.map(step => {
      const words = step.line.length + step.statement.length + step.fault.length;
      return words + chartChanges(this.trace, step).length + 10;
    });
    const width = this.beside + 7.3 * Math.max(20, ...text);
    return h(
      'div',
      {class: 'chart', tabindex: '0', role: 'figure', 'aria-label': this.describe()},
      v(
        'svg',
        {width, height: this.height, role: 'presentation'},
        this.drawLoop(),
        this.lanes.map(name => [
          v('line', {
            class: 'lane',
            x1: this.x(name),
            x2: this.x(name),
            y1: CHART_TOP - 6,
            y2: this.height - 6
          }),
          v('text', {class: 'lane-name', x: this.x(name), y: CHART_TOP - 14}, name)
        ]),
        this.steps.map(step => this.drawStep(step))
      )
    );
  }

  describe() {
    const messages = this.steps.filter(step => step.partner || step.from).length;
    return (
      `Message sequence chart: ${plural(this.lanes.length, 'process').replace('processs', 'processes')}, ` +
      `${plural(this.steps.length, 'step')}, ${plural(messages, 'message')}` +
      (this.trace.isLasso ? `; from step ${this.trace.loop} on for ever` : '')
    );
  }
}

/* The chart of a trace, or null if it is no run of a program. */
function messageChart(trace, choose) {
  const has = name => trace.rows.some(row => row.group === 'input' && row.name === name);
  if (!has('process') || !has('statement')) return null;
  return new MessageChart(trace, choose);
}
