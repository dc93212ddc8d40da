/* Why a part of an LTL formula is true or false in a step: one sentence, and a step to look at. */

/* The first step from here on, around the loop, where a row has a truth; -1 if there is none. */
function findNext(trace, row, from, code) {
  const seen = new Set();
  for (let k = from; k >= 0 && !seen.has(k); k = trace.after(k)) {
    if (row.codes[k] === code) return k;
    seen.add(k);
  }
  return -1;
}

function findBefore(row, from, code) {
  for (let k = from; k >= 0; k--) if (row.codes[k] === code) return k;
  return -1;
}

const OPEN = 'depends on steps that the trace does not show';

/* {text, step}: step is -1 where there is none to go to. */
function explainTruth(trace, row, k) {
  const truth = row.codes[k],
    say = (text, step = -1) => ({text, step});
  if (truth === 2) return say(OPEN);
  if (row.left < 0) return say('');
  const a = trace.rows[row.left],
    b = row.right < 0 ? null : trace.rows[row.right];
  const next = (r, code) => findNext(trace, r, k, code);
  /* with past operators inside, it may take more than the one round that is looked at */
  const at = (text, step) =>
    step >= 0 ? say(text, step) : say(text + ' in a later round of the loop');
  switch (row.op) {
    case 'X':
      return say(a.text(trace.after(k)), trace.after(k));
    case 'F':
      return truth ? at('reached', next(a, 1)) : say('never from here on');
    case 'G':
      return truth ? say('in every step from here on') : at('fails', next(a, 0));
    case 'U':
    case 'W':
      if (truth)
        return next(b, 1) >= 0 && untilHolds(trace, a, b, k)
          ? say('the right side comes', next(b, 1))
          : say('the left side stays true for ever');
      return next(a, 0) >= 0
        ? say('the left side ends first,', next(a, 0))
        : say('the right side never comes');
    case 'R':
    case 'M':
      if (!truth)
        return next(b, 0) >= 0
          ? say('the right side ends first,', next(b, 0))
          : say('it is never released');
      return next(a, 1) >= 0
        ? say('released', next(a, 1))
        : say('the right side stays true for ever');
    case 'Y':
    case 'Z':
      return k ? say(a.text(k - 1), k - 1) : say('there is no step before');
    case 'O':
      return truth ? say('was true', findBefore(a, k, 1)) : say('never so far');
    case 'H':
      return truth ? say('in every step so far') : say('was false', findBefore(a, k, 0));
    case 'S':
      return truth
        ? say('the right side was true', findBefore(b, k, 1))
        : say('the left side was interrupted, or the right never true');
    case 'T':
      return truth ? say('') : say('the right side was false', findBefore(b, k, 0));
    default:
      return say('');
  }
}

/* Whether the right side comes before the left one ends. */
function untilHolds(trace, left, right, from) {
  const seen = new Set();
  for (let k = from; k >= 0 && !seen.has(k); k = trace.after(k)) {
    if (right.codes[k] === 1) return true;
    if (left.codes[k] !== 1) return false;
    seen.add(k);
  }
  return false;
}

const PAST = new Set(['Y', 'Z', 'O', 'H', 'S', 'T']);

/* The list of all parts with their truth in a column. Reasons are those of the first round of a loop:
 * they do not fit a second one that differs, nor what looks back from it. */
function evaluationList(columns, column, goTo) {
  const trace = columns.trace,
    step = columns.step(column);
  return h(
    'ul',
    {class: 'parts'},
    trace.formulas.map(row => {
      const truth = columns.code(row, column),
        word = row.textOf(truth);
      let why = {text: '', step: -1};
      if (truth !== row.codes[step]) why.text = 'not as the first time';
      else if (!columns.isAgain(column) || !PAST.has(row.op)) why = explainTruth(trace, row, step);
      return h(
        'li',
        {style: `--depth: ${Math.min(row.depth, 12)}`, 'data-truth': word},
        h(
          'div',
          {class: 'part'},
          h(
            'span',
            {class: 'truth t' + truth, title: word},
            ['✗', '✓', '?'][truth],
            h('span', {class: 'hidden-text'}, word)
          ),
          h('code', {}, row.name),
          why.text &&
            h(
              'span',
              {class: 'why'},
              why.text,
              why.step >= 0 && why.step !== step
                ? [
                    ' in ',
                    h(
                      'button',
                      {type: 'button', class: 'link', onclick: () => goTo(why.step)},
                      'step ' + trace.label(why.step)
                    )
                  ]
                : why.step === step
                  ? ' here'
                  : null
            )
        )
      );
    })
  );
}
