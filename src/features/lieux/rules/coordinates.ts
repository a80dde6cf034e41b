export type Axis = 'latitude' | 'longitude'

export type CoordinateReading = { ok: true; value: number | null } | { ok: false; message: string }

interface AxisRule {
  max: number
  positive: string
  negative: string
  example: string
}

const AXES: Record<Axis, AxisRule> = {
  latitude: { max: 90, positive: 'N', negative: 'S', example: '48,6493 ou 48°38′57″N' },
  longitude: { max: 180, positive: 'E', negative: 'OW', example: '-2,0083 ou 2°0′30″O' },
}

/** Seven decimals are a centimetre: more would be noise of the conversion from degrees. */
const DECIMALS = 7

const NUMBER = String.raw`(\d+(?:[.,]\d+)?)`
const SHAPE = new RegExp(`^${NUMBER}\\s*°?(?:\\s*${NUMBER}\\s*′?(?:\\s*${NUMBER}\\s*″?)?)?$`)

/** One sign for each of degree, minute and second, whatever the keyboard or the web site it was copied from gave. */
function plainSigns(text: string): string {
  return text
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[º˚]/g, '°')
    .replace(/''|’’|′′|["”“]/g, '″')
    .replace(/['’‘´]/g, '′')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .toUpperCase()
}

/** Takes the sign or the compass letter off; undefined where both or a letter of the other axis is there. */
function signOf(text: string, { positive, negative }: AxisRule): { sign: 1 | -1; rest: string } | undefined {
  const letter = /^[NSEOW]|[NSEOW]$/.exec(text)?.[0]
  const rest = (letter === undefined ? text : text.replace(letter, '')).trim()
  const signed = /^[+-]/.exec(rest)?.[0]
  if (letter === undefined) return { sign: signed === '-' ? -1 : 1, rest: rest.replace(/^[+-]\s*/, '') }
  if (signed !== undefined) return undefined
  if (positive.includes(letter)) return { sign: 1, rest }
  return negative.includes(letter) ? { sign: -1, rest } : undefined
}

const numberOf = (text: string): number => Number(text.replace(',', '.'))
const isWhole = (text: string | undefined): boolean => text !== undefined && /^\d+$/.test(text)

/** Degrees, minutes and seconds as decimal degrees; undefined where a part cannot be one. */
function degreesOf(rest: string): number | undefined {
  const [whole, degrees, minutes, seconds] = SHAPE.exec(rest) ?? []
  if (whole === undefined || degrees === undefined) return undefined
  if (minutes !== undefined && !isWhole(degrees)) return undefined
  if (seconds !== undefined && !isWhole(minutes)) return undefined
  const [m, s] = [numberOf(minutes ?? '0'), numberOf(seconds ?? '0')]
  return m < 60 && s < 60 ? numberOf(degrees) + m / 60 + s / 3600 : undefined
}

/** A latitude or longitude as typed: decimal degrees (dot or comma), or degrees, minutes, seconds. Null for nothing. */
export function readCoordinate(text: string, axis: Axis): CoordinateReading {
  const rule = AXES[axis]
  const plain = plainSigns(text)
  if (plain === '') return { ok: true, value: null }
  const signed = signOf(plain, rule)
  const degrees = signed && degreesOf(signed.rest)
  if (signed === undefined || degrees === undefined)
    return { ok: false, message: `Cette ${axis} ne peut pas être lue. Exemples\u00a0: ${rule.example}.` }
  if (degrees > rule.max)
    return { ok: false, message: `Une ${axis} est comprise entre -${rule.max} et ${rule.max} degrés.` }
  // + 0 turns -0 into 0.
  return { ok: true, value: Number((signed.sign * degrees).toFixed(DECIMALS)) + 0 }
}

/** Decimal degrees as an edit form holds them, never in the notation of powers: `48,6493`. */
export function typedCoordinate(value: number): string {
  return value
    .toFixed(DECIMALS)
    .replace(/\.?0+$/, '')
    .replace('.', ',')
}

function sexagesimal(value: number): string {
  const total = Math.round(Math.abs(value) * 3600)
  const [d, m, s] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  return `${d}°\u202f${String(m).padStart(2, '0')}′\u202f${String(s).padStart(2, '0')}″`
}

/** « 48° 38′ 57″ N, 2° 00′ 30″ O (48,6493 ; -2,0083) ». */
export function positionText(latitude: number, longitude: number): string {
  const ns = latitude < 0 ? 'S' : 'N'
  const eo = longitude < 0 ? 'O' : 'E'
  const decimal = `${typedCoordinate(latitude)}\u202f; ${typedCoordinate(longitude)}`
  return `${sexagesimal(latitude)}\u00a0${ns}, ${sexagesimal(longitude)}\u00a0${eo} (${decimal})`
}
