// A label says under the title of its person what the title does not say.
import { expect, test } from 'vitest'
import { shortLabel } from '../../../src/features/releves/rules/short-label.ts'

test.each([
  ['Nom du père', 'Père', 'Nom'],
  ['Nom de la mère', 'Mère', 'Nom'],
  ['Prénoms de l’époux', 'Époux', 'Prénoms'],
  ["Prénoms de l'époux", 'Époux', 'Prénoms'],
  ['Commentaire sur l’épouse', 'Épouse', 'Commentaire'],
  ['Nom du père de l’époux', 'Père de l’époux', 'Nom'],
  ['Commentaire parrain', 'Parrain', 'Commentaire'],
  ['Nom témoin 1', 'Témoin 1', 'Nom'],
  ['Père décédé', 'Père', 'décédé'],
  ['Mère de l’époux décédée', 'Mère de l’époux', 'décédée'],
  ['Époux veuf de (nom)', 'Conjoint précédent de l’époux', 'Époux veuf de (nom)'],
  ['Notes', 'Notes', 'Notes'],
  ['Nom', 'Enfant', 'Nom'],
  // A word that only ends alike, and a title of signs.
  ['Surnom', 'Nom', 'Surnom'],
  ['Compère', 'Père', 'Compère'],
  ['Prix (F)', '(F)', 'Prix'],
  ['Nom', '', 'Nom'],
])('« %s » under « %s » is shown as « %s »', (label, title, shown) => {
  const short = shortLabel(label, title)
  expect([short.shown, short.before + short.shown + short.after]).toEqual([shown, label])
})
