// A form of a new record as the queue of the device takes it, and as it is put back (file-poste.js).
import { valuesOf } from './saisie-champs.js'

const SENT = /^((texte:|recherche:|montre:)?data|etats)\[|^(apres|repere)$/

/** The record of a form as the queue has it. */
export function entryOf(form, tenu) {
  const { cle, utilisateur, nom, source, suit } = form.dataset
  const brouillon = form.elements._brouillon ? form.elements._brouillon.value : ''
  return {
    ...{ jeton: cle, personne: utilisateur, nom, source, brouillon, tenu, motif: '', suit },
    avant: suit ? 0 : Number(form.elements._avant.value),
    // Those that the browser would send: what is illegible has a box that counts for nothing.
    valeurs: Array.from(new FormData(form)).filter(([name]) => SENT.test(name)),
  }
}

export function pairsOf(pairs) {
  const made = {}
  for (const [name, value] of pairs) made[name] = value
  return made
}

/** All that `nextRecord` needs to put the form back as it stands. */
export function standing(form) {
  const champs = Array.from(form.querySelectorAll('[data-champ]'))
  const previous = form.querySelector('a[rel="prev"]')
  return {
    cle: form.dataset.cle,
    forme: form.elements._forme_de.value,
    auteur: form.elements._auteur.value,
    avant: form.elements._avant.value,
    valeurs: pairsOf(valuesOf(form)),
    repris: champs.filter(({ dataset }) => dataset.repris !== undefined).map(({ dataset }) => dataset.champ),
    precedents: pairsOf(
      champs
        .filter(({ dataset }) => dataset.precedent)
        .map(({ dataset }) => [dataset.champ, JSON.parse(dataset.precedent)]),
    ),
    precedent: previous?.getAttribute('href'),
    brouillon: form.elements._brouillon ? form.elements._brouillon.value : '',
    apres: form.dataset.apres,
    notice: form.querySelector('.retrouve'),
    corrige: form.dataset.corrige,
    suit: form.dataset.suit,
  }
}

const hidden = (name, value) => Object.assign(document.createElement('input'), { type: 'hidden', name, value })

/** After which act the record is to stand, with what the form says of it (`notice`); the draft that goes with it. Comes after `unmark`. */
export function setPlace(form, { apres, brouillon, notice }) {
  const known = form.elements.apres
  if (known) known.remove()
  if (notice) form.elements._avant.after(notice)
  else if (apres !== undefined) form.append(hidden('apres', apres))
  if (apres === undefined) delete form.dataset.apres
  else form.dataset.apres = apres
  if (brouillon) form.append(hidden('_brouillon', brouillon))
}

/** The next act is inserted after this one, which waits: whoever stores it knows it by the token. */
export function chain(form, jeton) {
  form.elements.apres.value = jeton
  form.querySelector('.retrouve p').textContent = 'Cet acte sera inséré à la suite de celui qui attend.'
}

/** Whatever a refusal, or the place of an act inserted, left in the form is not about the next record, unless that stands there too. */
export function unmark(form, isChained) {
  const place = isChained ? '' : ', form[data-saisie] .retrouve, form[data-saisie] [value="inserer"]'
  const gone =
    'form[data-saisie] .erreur, #saisie-avis .erreurs, #saisie-avis .retrouve[role="status"], #saisie-avis .avertissement, input[name="_brouillon"]'
  for (const element of document.querySelectorAll(gone + place)) element.remove()
  for (const field of form.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid')
  for (const choice of form.querySelectorAll('select[data-combobox-id]')) choice.hidden = true
}
