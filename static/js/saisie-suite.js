// After a save the form stays where it is: [data-suite] (views/entry-next.tsx) says what it holds for the next record. To build it
// anew would keep an old machine busy for as long as a slow line takes to answer.
import { htmx } from './commun.js'
import { begin } from './saisie-champs.js'
import { forgetCouples } from './saisie-couples.js'
import { followGroups } from './saisie-groupes.js'
import { followPassed } from './saisie-passes.js'
import { forgetProposals } from './saisie-propose.js'
import { fitTexts } from './saisie-vue.js'

function told(champ, name, value) {
  if (value === undefined) delete champ.dataset[name]
  else if (champ.dataset[name] !== value) champ.dataset[name] = value
}

/** As many acts as a page that arrives shows under its form. */
const RECENT = 5

/** The act just saved comes on top of those entered last, in a row like the one below it (views/entry-recent.tsx). */
function addNewest({ id, title, place, persons }) {
  const last = document.querySelector('#saisie-recents tbody tr')
  if (!last) return
  const row = last.cloneNode(true)
  const link = row.querySelector('th a')
  link.href = `/releves/${id}`
  link.textContent = place
  row.querySelector('.nom').textContent = persons
  const [correct, insert] = row.querySelectorAll('.actions-ligne [aria-label]')
  correct.value = id
  insert.search = `?apres=${id}`
  for (const one of [correct, insert])
    one.setAttribute(
      'aria-label',
      one.getAttribute('aria-label').replace(/ : .*/, () => ` : ${title}`),
    )
  last.className = ''
  row.className = 'neuf'
  last.before(row)
  htmx.process(row)
  const { rows } = row.parentNode
  if (rows.length > RECENT) rows[RECENT].remove()
}

/**
 * Makes the form of a record that is stored the form of the next one. `forme`: the key that `auteur` was signed for; `acte`: the one
 * just saved.
 */
export function nextRecord(
  form,
  { cle, auteur, forme = cle, avant, valeurs, repris, precedents, precedent, suit, acte },
) {
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
  if (previous) previous.href = precedent || `/releves/${avant}/modifier`
  followGroups(form)
  if (acte) addNewest(acte)
  followPassed(form, form, true)
  fitTexts(form)
}
