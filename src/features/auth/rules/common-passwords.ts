import { fold } from '../../../lib/text.ts'
import { isListed } from './common-list.ts'
import { withoutLeet } from './leet.ts'

/** The commonest passwords are made of these, once digits and signs are taken off. */
const ROOTS = new Set(
  `motdepasse mdp password pass passe passwd azertyuiop azerty qwertyuiop qwerty qwertz bonjour soleil administrateur admin root
  genealogie genealogies releve releves archives archive bienvenue welcome jetaime iloveyou doudou loulou marseille france
  paris bretagne football chocolat chouchou princesse nicolas camille changeme changezmoi letmein secret superman pokemon
  dragon monkey sunshine liberte registre registres bapteme baptemes mariage mariages sepultures papillon coucou nathalie
  alexandre sebastien isabelle vacances montagne utilisateur user test demo temporaire provisoire connexion association
  azertyuiopqsdfghjklm qwertyuiopasdfghjklzxcvbnm abcdefghijklmnopqrstuvwxyz abcdefgh abcdef abcd abc wxcvbn qsdfgh aqwzsxedc
  qazwsxedc marine thomas julien maxime pierre marie jean michel philippe caroline sandrine stephane olivier christophe
  toulouse bordeaux nantes lille strasbourg rennes lyon grenoble monmotdepasse lemotdepasse mypassword correcthorsebatterystaple`
    .split(/\s+/)
    .filter((root) => root !== ''),
)

const letters = (text: string): string => text.replace(/[^a-z]/g, '')

/** One word, or two of them: « azerty » twice is no better than once. */
function isMadeOf(words: ReadonlySet<string>, text: string): boolean {
  if (words.has(text)) return true
  for (let cut = 1; cut < text.length; cut += 1) {
    if (words.has(text.slice(0, cut)) && words.has(text.slice(cut))) return true
  }
  return false
}

/** Runs of one figure, of counting figures or of a keyboard row say nothing secret: « 123456789012 », « 111222333444 ». */
function isSequence(text: string): boolean {
  return (
    /^\d+$/.test(text) &&
    new Set([...text].map((digit, i) => (Number(digit) - Number(text[i - 1] ?? digit) + 10) % 10)).size <= 3
  )
}

/** Full-width letters and ligatures are letters too. */
const plainText = (text: string): string => fold(text.normalize('NFKC'))

const withoutEnds = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, '')

/** A password is judged by its letters, in each way of reading its figures. */
const readings = (plain: string): string[] =>
  [plain, withoutLeet(plain), withoutLeet(withoutEnds(plain))].map(letters).filter((text) => text !== '')

/** Is this password one or two common words, or a common password, whatever digits and signs surround or replace its letters? */
export function isCommonPassword(password: string): boolean {
  const plain = plainText(password)
  if (/^(.)\1+$/su.test(plain) || isSequence(plain)) return true
  const read = readings(plain)
  return read.some((text) => isMadeOf(ROOTS, text)) || [...new Set([plain, withoutEnds(plain), ...read])].some(isListed)
}

/** A shorter word of a name (« de », « du ») is in too many others. */
const NAME_WORD_MIN = 3

/** A name with what it is made of: « Cercle de Vannes », and « cercle » and « vannes » alone. */
function nameWords(name: string): string[] {
  const words = name.split(/[^\p{L}\p{N}]+/u)
  const readable = [name, name.split('@')[0] ?? '', ...words.filter((word) => word.length >= NAME_WORD_MIN)]
  return readable.flatMap((word) => [letters(word), letters(withoutLeet(word))])
}

/** Nothing but figures and signs beside the name itself, in whatever script. */
const isNameAndFigures = (plain: string, name: string): boolean =>
  name.length >= NAME_WORD_MIN && plain.includes(name) && !/\p{L}/u.test(plain.replaceAll(name, ''))

/** Is this password made of one of these names (login, address, site), with a common word or figures and signs at most? */
export function isMadeOfNames(password: string, names: string[]): boolean {
  const plain = plainText(password)
  const known = names.map(plainText).filter((name) => name !== '')
  const words = new Set(known.flatMap(nameWords).filter((word) => word !== ''))
  const all = new Set([...ROOTS, ...words])
  return known.some((name) => isNameAndFigures(plain, name)) || readings(plain).some((text) => isMadeOf(all, text))
}
