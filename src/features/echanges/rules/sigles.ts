import { fold } from '../../../lib/text.ts'

/** Sigles of column V 11 as most associations use them; the page of an import lets choose otherwise. */
const TYPES: readonly [type: string, sigles: string, words: RegExp][] = [
  ['contrat de mariage', 'cm ctm', /contrat de mariage/],
  ['testament', 'te test', /testament/],
  ['inventaire', 'inv', /inventaire/],
  ['vente', 've vte', /vente/],
  ['bail', 'ba', /\bbail\b/],
  ['partage', 'pa', /partage/],
  ['donation', 'do don', /donation/],
  ['quittance', 'qu', /quittance/],
  ['apprentissage', 'ap', /apprentissage/],
  ['obligation', 'ob', /obligation/],
  ['tutelle', 'tu tut', /tutelle/],
]

/** The kind of a deed by its libellé, else by its sigle; undefined where neither is known. */
export function deedOf(sigle: string, libelle: string): string | undefined {
  const [key, words] = [fold(sigle), fold(libelle)]
  const bySigle = TYPES.find(([, sigles]) => sigles.split(' ').includes(key))
  return (TYPES.find(([, , pattern]) => pattern.test(words)) ?? bySigle)?.[0]
}
