import { fold } from '../../lib/text.ts'

/** What the commonest passwords are made of, once digits and signs are taken off. */
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

const LEET: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '0': 'o', $: 's', '5': 's' }

const letters = (text: string): string => text.replace(/[^a-z]/g, '')

/** True for « azerty » twice as for « azerty » once. */
function isMadeOfRoots(text: string): boolean {
  if (ROOTS.has(text)) return true
  for (let cut = 1; cut < text.length; cut += 1) {
    if (ROOTS.has(text.slice(0, cut)) && ROOTS.has(text.slice(cut))) return true
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

/** Is this password one or two common words, whatever digits and signs surround or replace their letters? */
export function isCommonPassword(password: string): boolean {
  const plain = fold(password)
  const replaced = [...plain].map((sign) => LEET[sign] ?? sign).join('')
  const outer = plain.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const outerReplaced = [...outer].map((sign) => LEET[sign] ?? sign).join('')
  if (/^(.)\1+$/su.test(plain) || isSequence(plain)) return true
  return [letters(plain), letters(replaced), letters(outerReplaced)].some((text) => text !== '' && isMadeOfRoots(text))
}
