import iconv from 'iconv-lite'

/** Letters that stay one when their accents are taken off, and signs with another in their place. */
const NEAREST: Readonly<Record<string, string>> = {
  ...{ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ı: 'i', ŀ: 'l', ĸ: 'k', ŧ: 't', ŋ: 'n', ſ: 's', ə: 'e' },
  ...{ '‑': '-', '‐': '-', '−': '-', '―': '—', '‛': '‘', '‟': '“', '′': '’', '″': '”', '⁄': '/', '∕': '/', '℗': 'P' },
  ...{ '\u202f': '\u00a0', '\u2009': ' ', '\u2007': ' ', '\u2002': ' ', '\u2003': ' ', '\u200a': ' ', '\u3000': ' ' },
  ...{ '→': '>', '←': '<', '✝': '†', '✟': '†', '✞': '†', '⚭': 'x', '°': '°', '№': 'n°' },
}

const ASCII = /^[\x20-\x7e]*$/
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu
const BROKEN = 0x3f

/** cp1252 has the sign. Its five free bytes stand for none: a page of ExpoActes stops at them. */
const isHeld = (sign: string): boolean => {
  const bytes = iconv.encode(sign, 'win1252')
  return bytes.length === 1 && (bytes[0] !== BROKEN || sign === '?')
}

const known = new Map<string, string>()

function nearestOf(sign: string): string {
  if (isHeld(sign)) return sign
  const named = NEAREST[sign]
  if (named !== undefined) return named
  const bare = sign.normalize('NFKD').replace(/\p{M}+/gu, '')
  return [...bare].map((one) => (isHeld(one) ? one : (NEAREST[one] ?? '?'))).join('') || '?'
}

function held(sign: string): string {
  const written = known.get(sign) ?? nearestOf(sign)
  if (known.size < 5000) known.set(sign, written)
  return written
}

/** A text with the signs that cp1252 has, the nearest in the place of others. */
export function inCp1252(text: string): string {
  if (ASCII.test(text)) return text
  return [...text.normalize('NFC').replace(CONTROL, '')].map(held).join('')
}

/** The bytes of a text that `inCp1252` gave. */
export const cp1252Bytes = (text: string): Uint8Array => iconv.encode(text, 'win1252')

/** The lines of a text that hold something; a pattern with blanks on both sides would take the square of a run of them. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
