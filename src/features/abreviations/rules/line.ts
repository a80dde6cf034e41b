// A line in the words of the association: « lab » is written out as « laboureur ».
import { NBSP, quoted } from '../../../lib/typo.ts'
import { isCommonWord } from './common-words.ts'

export const MAX_ABBREVIATION = 20
export const MAX_TEXT = 200
/** Lines of one person, or of one section. */
export const MAX_LINES = 300

export const FULL = `Cette liste a déjà ${MAX_LINES} abréviations, le plus qu’elle puisse avoir${NBSP}: supprimez-en d’abord.`
const SHAPE = /^[\p{L}\p{N}]+$/u

interface Line {
  abreviation: string
  texte: string
}

/** The abbreviation as it is kept: the desk finds it whatever its capitals. */
export const keyOf = (typed: string): string => typed.normalize('NFC').toLocaleLowerCase('fr')

/** Why such a line cannot be, by field; nothing where it can. */
export function objectionTo({ abreviation, texte }: Line): Partial<Record<keyof Line, string>> {
  if (!SHAPE.test(abreviation))
    return { abreviation: 'Une abréviation est faite de lettres et de chiffres, sans espace ni ponctuation.' }
  if (/^\p{N}+$/u.test(abreviation))
    return { abreviation: `Une abréviation contient au moins une lettre${NBSP}: un nombre reste un nombre.` }
  if (keyOf(texte) === abreviation) return { texte: 'Le texte est l’abréviation elle-même.' }
  return {}
}

/** « lab → laboureur ». */
export const written = ({ abreviation, texte }: Line): string => `${abreviation} → ${texte}`

/** A line that may well be, but surprises: why; '' for most. */
export const cautionOf = ({ abreviation, texte }: Line): string =>
  isCommonWord(abreviation)
    ? ` Attention, ${quoted(abreviation)} est aussi un mot${NBSP}: tapé seul, il deviendra ${quoted(texte)} à chaque fois. La touche Retour arrière, juste après, le rend.`
    : ''

export const taken = (abreviation: string): string => `${quoted(abreviation)} a déjà un texte dans cette liste.`
