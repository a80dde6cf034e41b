// Fields with capitals and fields without share their values: each offers them as it writes them itself.

const upper = (text: string): string => text.toLocaleUpperCase('fr')

const isUpper = (text: string): boolean => text === upper(text) && text !== text.toLocaleLowerCase('fr')

/** Written small inside a surname: « Anne de la Ville », « Jean du Val », but « Le Goff ». */
const SMALL = /(^|[ '’-])(de la|de l|du|des|de|d)(?=[ '’])/giu

/** « LE GOFF » as one writes it: « Le Goff », « D'ARGENTRÉ » « d'Argentré ». */
const capitalized = (text: string): string =>
  text
    .toLocaleLowerCase('fr')
    .replace(/\p{L}[\p{L}\p{M}]*/gu, (word) => upper(word.charAt(0)) + word.slice(1))
    .replace(SMALL, (particle) => particle.toLocaleLowerCase('fr'))

interface Held {
  valeur: string
  /** Only fields with capitals are known to hold it. */
  isCapitals: boolean
}

/** The value as the field in which it is offered writes it. */
export function asWritten({ valeur, isCapitals }: Held, majuscules: boolean): string {
  if (majuscules) return upper(valeur)
  return isCapitals && isUpper(valeur) ? capitalized(valeur) : valeur
}

/** All that somebody may have dropped who was offered this value, in a field with capitals or in one without. */
export const spellings = (valeur: string): string[] => [
  ...new Set([valeur, upper(valeur), ...(isUpper(valeur) ? [capitalized(valeur)] : [])]),
]
