/** « A », « Z », « AA »: the name that a spreadsheet shows above a column, from 0. */
export function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last
}
