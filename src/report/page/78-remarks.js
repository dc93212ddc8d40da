/* What holds for the wrong reasons, and what is odd about the model: remarks that were found after
 * the verdicts, each with evidence of its own. */

function remarksOf(result) {
  return DATA.remarks
    .filter(entry => entry.file === result.file && entry.index === result.index)
    .map(entry => entry.remark);
}

/* For the table. */
function vacuousWord(result) {
  return remarksOf(result).length > 0 && h('span', {class: 'vacuous'}, ' vacuously');
}

function remarkLine(words, remark) {
  return h(
    'p',
    {class: 'summary remark'},
    h('b', {}, words),
    ` ${remark.reason}. `,
    remark.shown && [h('code', {}, unquoted(remark.shown)), ' holds, too. '],
    h(
      'span',
      {class: 'faint'},
      `Shown by ${remark.engine}; ${evidenceWords({evidence: remark.evidence})}, checked.`
    )
  );
}

function remarkLines(result) {
  const ofModel = DATA.remarks.filter(
    entry => entry.file === result.file && entry.index === null
  );
  return [
    remarksOf(result).map(remark => remarkLine('Vacuously:', remark)),
    ofModel.map(entry => remarkLine('The model:', entry.remark))
  ];
}
