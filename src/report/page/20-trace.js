/* Traces: rows of values by step, decoded when they are first looked at, and the columns in which
 * steps are shown. */

const GROUPS = [
  ['formula', 'Formula'],
  ['property', 'Property'],
  ['automaton', 'Automaton'],
  ['fairness', 'Fairness'],
  ['input', 'Inputs'],
  ['state', 'State'],
  ['define', 'Defines'],
  ['internal', 'Internal']
];

class Row {
  constructor(data, steps, index) {
    Object.assign(this, data);
    this.index = index;
    this.steps = steps;
    this.isFormula = data.group === 'formula';
    if (this.isFormula) this.name = unquoted(data.name);
    this.lower = this.name.toLowerCase();
    this.isBoolean = data.type === 'boolean';
  }

  /* By step: 0 or 1, of a formula also 2 (unknown); of others the place in `values`. Where past
   * operators tell the rounds of the loop apart, the second round follows. */
  get codes() {
    if (this.decoded) return this.decoded;
    const count = this.truth !== undefined ? this.truth.length : this.steps;
    const codes = this.isBoolean ? new Uint8Array(count) : new Uint32Array(count);
    if (this.truth !== undefined) {
      for (let k = 0; k < count; k++) codes[k] = this.truth[k] === '?' ? 2 : +this.truth[k];
    } else if (this.bits !== undefined) {
      for (let k = 0; k < this.steps; k++)
        codes[k] = (parseInt(this.bits[k >> 2], 16) >> (k & 3)) & 1;
    } else {
      for (let i = 0, k = 0; i < this.runs.length; i += 2)
        for (const end = k + this.runs[i + 1]; k < end; k++) codes[k] = this.runs[i];
    }
    return (this.decoded = codes);
  }

  text(step) {
    return this.textOf(this.codes[step]);
  }

  textOf(code) {
    if (this.isFormula) return ['false', 'true', 'open'][code];
    return this.isBoolean ? String(code) : this.values[code];
  }

  get changes() {
    if (this.everChanges === undefined)
      this.everChanges = this.codes.some(code => code !== this.codes[0]);
    return this.everChanges;
  }

  /* Of buses: how many characters its longest value has. */
  get longest() {
    if (this.isFormula) return 5;
    return this.isBoolean ? 1 : Math.max(...this.values.map(value => value.length));
  }
}

class Trace {
  constructor(data) {
    this.steps = data.steps;
    this.loop = data.loop;
    this.first = data.first || 0;
    this.rows = data.rows.map((row, index) => new Row(row, data.steps, index));
    this.formulas = this.rows.filter(row => row.isFormula);
    /* of CTL only parts without path operators are here: they start at the margin */
    const least = Math.min(...this.formulas.map(row => row.depth));
    for (const row of this.formulas) row.depth -= least;
    this.isWhole = least === 0;
  }

  get isLasso() {
    return this.loop >= 0;
  }

  /* What the printed trace calls a step: models in SMV count from 1, as NuSMV does. */
  label(step) {
    return step + this.first;
  }

  /* The step after one, or -1 at the end of a finite trace. */
  after(step) {
    return step + 1 < this.steps ? step + 1 : this.loop;
  }
}

/* Which steps the columns show: the loop folded into one column, once, or twice. */
class Columns {
  constructor(trace, loop) {
    const round = trace.isLasso ? trace.steps - trace.loop : 0;
    this.trace = trace;
    this.folded = trace.isLasso && loop === 'fold';
    this.count = this.folded ? trace.loop + 1 : trace.steps + (loop === 'twice' ? round : 0);
    this.round = round;
  }

  /* Of the folded loop: the step where it starts. */
  step(column) {
    return column < this.trace.steps ? column : column - this.round;
  }
  isFold(column) {
    return this.folded && column === this.count - 1;
  }
  inLoop(column) {
    return this.trace.isLasso && column >= this.trace.loop;
  }
  isAgain(column) {
    return column >= this.trace.steps;
  }

  code(row, column) {
    return row.codes[column < row.codes.length ? column : this.step(column)];
  }
  text(row, column) {
    return row.textOf(this.code(row, column));
  }
  isNew(row, column) {
    return !column || this.code(row, column) !== this.code(row, column - 1);
  }

  /* The runs of equal values of a row between two columns: calls f(first, end, code). */
  runs(row, from, to, f) {
    for (let first = from; first < to;) {
      const code = this.code(row, first);
      let end = first + 1;
      while (end < to && this.code(row, end) === code && !this.isFold(end)) end++;
      f(first, end, code);
      first = end;
    }
  }
}
