// After a save the form stays where it is: [data-suite] (views/entry-next.tsx) says what it holds for the next record. To build it
// anew would keep an old machine busy for as long as a slow line takes to answer.
import { begin } from './saisie-champs.js'
import { forgetCouples } from './saisie-couples.js'
import { followGroups } from './saisie-groupes.js'
import { followPassed } from './saisie-passes.js'
import { forgetProposals } from './saisie-propose.js'
import { fitTexts } from './saisie-vue.js'

function told(champ, name, value) {
  if (value === undefined) delete champ.dataset[name]
  else champ.dataset[name] = value
}

/** As many acts as a page that arrives shows under its form. */
const RECENT = 5

/** The act just saved has come on top of those entered last. */
function markNewest() {
  document.querySelectorAll('#saisie-recents tbody tr').forEach((row, n) => {
    if (n >= RECENT) row.remove()
    else if (n > 0) row.classList.remove('neuf')
  })
}

/** Makes the form of a record that is stored the form of the next one. `forme`: the key that `auteur` was signed for. */
export function nextRecord(form, { cle, auteur, forme = cle, avant, valeurs, repris, precedents, precedent, suit }) {
  form.dataset.cle = cle
  told(form, 'suit', suit)
  delete form.dataset.corrige
  form.elements._envoi.value = cle
  form.elements._forme_de.value = forme
  form.elements._auteur.value = auteur
  // 0: none that the server knows.
  form.elements._avant.value = avant || 0
  begin(form, valeurs)
  forgetProposals(form)
  forgetCouples()
  for (const champ of form.querySelectorAll('[data-champ]')) {
    const { champ: nom } = champ.dataset
    told(champ, 'repris', repris.includes(nom) ? '' : undefined)
    const before = precedents[nom]
    told(champ, 'precedent', before && Object.keys(before).length > 0 ? JSON.stringify(before) : undefined)
  }
  // The remarks on a date or a place chosen are of the record before.
  for (const line of form.querySelectorAll('.compris, [data-combobox-avis]')) line.textContent = ''
  const previous = form.querySelector('a[rel="prev"]')
  if (previous) previous.href = precedent
  followGroups(form, true)
  markNewest()
  followPassed(form, form, true)
  fitTexts(form)
}
