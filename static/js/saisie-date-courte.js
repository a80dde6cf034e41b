// « 15 » and « 15/5 » take the month and the year of the record before, in each calendar. Whatever else a date may lean on (« dudit
// jour », « v », « dernier février ») the server knows: the echo of a date says what it becomes.
const MONTHS =
  'vendémiaire brumaire frimaire nivôse pluviôse ventôse germinal floréal prairial messidor thermidor fructidor'

function republican(day, month, before) {
  const [, named, year] = /^\d+\S* (\S+) (.+)$/.exec(before) || []
  const name = month === undefined ? named : MONTHS.split(' ')[month - 1]
  return year && name ? `${Number(day) === 1 ? '1er' : Number(day)} ${name} ${year}` : ''
}

/** The whole of a text; '' where it is not short for another. `before`: the text of a date of the same calendar. */
export function wholeDate(typed, calendar, before) {
  const text = typed.trim()
  const [, day, month] = /^(\d{1,2})(?:\/(\d{1,2}))?$/.exec(text) || []
  if (day === undefined) return ''
  if (calendar === 'republicain') return republican(day, month, before)
  const [, ofBefore, year] = /^(?:\d\d\/)?(\d\d)\/(\d{4})$/.exec(before) || []
  return year ? `${month ? text : `${day}/${ofBefore}`}/${year}` : ''
}
