// A save sends few bytes, for slow lines: only what says something, each field by a sign and its number (src/champs/short-names.ts).
// To the server a field of a new record that is not sent is empty, its state « sûr », its calendar the Gregorian one. A record that is
// changed is sent whole.
import { champOf } from './saisie-champs.js'

const NAME = /^(?:(texte|recherche|montre):)?(data|etats)\[(\w+)\](?:\[(valeur|calendrier)\])?$/
const SIGNS = { data: '.', valeur: '*', calendrier: '~', texte: '-', recherche: '(', montre: ')', etats: '!' }
/** Forms begin with these. */
const FIRST = { etats: 'sur', calendrier: 'gregorien' }

/** Fields that the last save has sent, by name of their champ. */
let sent

/** `what`: a key of SIGNS. */
function remember(nom, what, [name, value]) {
  if (!value || what === 'recherche' || what === 'montre') return
  // A date comes before its calendar, which says nothing by itself.
  const isHeld = what === 'calendrier' ? sent[nom] : value !== FIRST[what]
  if (isHeld) sent[nom] = Object.assign(sent[nom] || {}, { [name]: value })
}

/** Makes `data`, a FormData of all that the form would send, short. */
export function shorten({ elements }, data) {
  sent = Object.create(null)
  for (const pair of Array.from(data)) {
    const [name, value] = pair
    const [, before, kind, nom, part = before || kind] = NAME.exec(name) || []
    if (!kind) continue
    data.delete(name)
    // An empty text takes a place away, where no text at all would leave its number alone.
    const isSaid = value || (before && elements[`data[${nom}]`].value)
    if (isSaid && value !== FIRST[part]) data.append(SIGNS[part] + champOf(elements[name]).dataset.n, value)
    remember(nom, part, pair)
  }
  // It is that of the form itself, unless what was typed was in another one.
  if (data.get('_forme_de') === data.get('_envoi')) data.delete('_forme_de')
}

/**
 * Gives the fields of the record that was sent last as « idem » would put them in again, by name of the champ; `told`: those that
 * are stored otherwise (releves/rules/unlike-sent.ts).
 */
export const asSent = (told) => Object.assign(sent, told)

const plain = (text) => text.replace(/[%&+]/g, encodeURIComponent).replace(/ /g, '+')

/** An extension of htmx (hx-ext of the form): no other sign has a meaning in a body, and an accent need not be six of them. */
export const brief = {
  encodeParameters: (_xhr, parameters) =>
    Array.from(parameters)
      .map((pair) => pair.map(plain).join('='))
      .join('&'),
}
