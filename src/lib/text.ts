/** A string folded for comparison and search: no accents, lower case, œ→oe, æ→ae, ß→ss; other signs kept. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/ſ/g, 's')
}

/** The words of a text as the search index holds them: folded, split on everything that is neither letter nor digit. */
export function words(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Sort key of a name, the same on both engines: folded words joined by one blank. */
export function sortKey(text: string): string {
  return words(text).join(' ')
}

/** Key under which login names and e-mail addresses are unique, whatever the case. */
export function caseKey(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

const numberFormat = new Intl.NumberFormat('fr-FR')

/** « 12 345 », with the narrow no-break space of French. */
export function formatNumber(n: number): string {
  return numberFormat.format(n)
}

/** « 0 relevé », « 1 relevé », « 12 relevés ». */
export function plural(n: number, one: string, many: string): string {
  return `${formatNumber(n)}\u00a0${Math.abs(n) >= 2 ? many : one}`
}

const ZONE = 'Europe/Paris'
const dateFormat = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: ZONE })
const timeFormat = new Intl.DateTimeFormat('fr-FR', { hour: 'numeric', minute: '2-digit', timeZone: ZONE })

/** « 1er janvier 2026 »: Intl writes the first of the month as a plain figure. */
const longDate = (at: Date): string => dateFormat.format(at).replace(/^1 /, '1er ')

/** « 12 août 2026 » of an ISO instant, on the clock of Paris. */
export function formatDay(instant: string): string {
  return longDate(new Date(instant))
}

/** « 12 août 2026 à 14:32 » of an ISO instant, on the clock of Paris. */
export function formatInstant(instant: string): string {
  const at = new Date(instant)
  return `${longDate(at)} à ${timeFormat.format(at)}`
}
