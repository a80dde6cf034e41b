// One key takes over what another person of the same act has: the surname of the child, the trade of the father. The server says in
// which field that stands (data-meme, data-pere).
import { fill } from './saisie-champs.js'

/** Fills a champ with what another one holds; false where there is nothing to take over. */
export function takeOver(champ, kin) {
  const { champ: own, [kin]: other } = champ.dataset
  const from = other && champ.closest('form').querySelector(`[data-champ="${other}"]`)
  const values = {}
  for (const { name, value, disabled } of from ? from.querySelectorAll('[name*="data["]') : [])
    if (!disabled) values[name.replace(`data[${other}]`, `data[${own}]`)] = value.trim()
  const isTold = Object.keys(values).some((name) => values[name] && !name.endsWith('[calendrier]'))
  if (isTold) fill(champ, values)
  return isTold
}
