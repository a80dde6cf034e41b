import { type Body, shown, shownAll } from '../../../lib/body.ts'

/** Fields of a record's form: values, states, texts of place boxes, what they were searched and drawn with; after which act it goes, and where the ruler stands. */
const KEPT =
  /^(?:(?:(?:texte:|recherche:|montre:)?data|etats)\[[a-z][a-z0-9_]*\](?:\[(?:valeur|calendrier)\])?|apres|repere)$/
const MAX_FIELDS = 400
/** Characters of one draft, all its fields together. */
const MAX_LENGTH = 60_000

/** Keeps the fields of the record, nothing of the page around them. The object has no prototype: names come from outside. */
export function draftContent(posted: Body): Body {
  const contenu: Body = Object.create(null)
  let room = MAX_LENGTH
  for (const name of Object.keys(posted).slice(0, 2 * MAX_FIELDS)) {
    if (!KEPT.test(name) || Object.keys(contenu).length >= MAX_FIELDS) continue
    // PostgreSQL stores no U+0000; half a surrogate pair is no text either.
    const value = (shownAll(posted, name)[0] ?? '').replace(/[\0\p{Cs}]/gu, '').slice(0, room)
    room -= value.length
    contenu[name] = value
  }
  return contenu
}

/** Does a draft of this form hold all that was typed in it? */
export const isWhole = (posted: Body, contenu: Body): boolean =>
  Object.keys(posted).every((name) => !KEPT.test(name) || shown(contenu, name) === shown(posted, name))

/** Somebody typed something: calendars and states that stand by themselves do not count. */
export const isTyped = (contenu: Body): boolean =>
  Object.keys(contenu).some(
    (name) =>
      !/\[calendrier\]$|^etats\[|^recherche:|^montre:|^apres$|^repere$/.test(name) && shown(contenu, name) !== '',
  )

/** A draft goes by its names, else its date, else nothing. */
export function draftTitle(contenu: Body): string {
  const names = ['data[nom]', 'data[prenom]'].map((name) => shown(contenu, name).trim()).filter((name) => name !== '')
  return names.join(' ') || shown(contenu, 'data[date_evenement][valeur]').trim()
}

/** One draft for each form: the token of a creation, or the record that is changed. Anything else is no key. */
export const DRAFT_KEY = /^(?:[a-z2-7]{10,64}|r[1-9]\d{0,15})$/

export const releveDraftKey = (releveId: number): string => `r${releveId}`
