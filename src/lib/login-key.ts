import { caseKey } from './text.ts'

/** Cyrillic and Greek letters that are taken for Latin ones, small or capital, and the dotless i. */
const LOOKALIKES = new Map(
  Object.entries({
    ...{
      а: 'a',
      в: 'b',
      е: 'e',
      һ: 'h',
      і: 'i',
      ј: 'j',
      к: 'k',
      м: 'm',
      н: 'h',
      о: 'o',
      р: 'p',
      с: 'c',
      ѕ: 's',
      т: 't',
    },
    ...{ у: 'y', ү: 'y', х: 'x', ԁ: 'd', ԛ: 'q', ԝ: 'w', ӏ: 'l' },
    ...{
      α: 'a',
      β: 'b',
      ε: 'e',
      ζ: 'z',
      η: 'h',
      ι: 'i',
      κ: 'k',
      μ: 'm',
      ν: 'v',
      ο: 'o',
      ρ: 'p',
      τ: 't',
      υ: 'y',
      χ: 'x',
    },
    ...{ ϲ: 'c', ϳ: 'j', ı: 'i', ɑ: 'a', ɡ: 'g' },
  }),
)

/**
 * Key under which login names are unique, whatever the case, the width of the letters, the number of blanks, which pages show as one, and the
 * alphabet that letters are borrowed from: nobody comes in under a name that is read as somebody else's.
 */
export const loginKey = (name: string): string =>
  [...caseKey(name.normalize('NFKC').replace(/\s+/g, ' ')).normalize('NFD')]
    .map((sign) => LOOKALIKES.get(sign) ?? sign)
    .join('')
    .normalize('NFC')

const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  // Letters that belong to no alphabet (« ʼ ») are of all of them.
  /(?=\p{L})[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]/u,
]

/** Does a name have letters of more than one alphabet? */
export const isOfSeveralAlphabets = (name: string): boolean =>
  ALPHABETS.filter((alphabet) => alphabet.test(name)).length > 1
