import type { Context } from 'hono'
import { z } from 'zod'
import { type Body, type FormErrors, shown } from '../lib/body.ts'
import { sha256Hex } from '../lib/crypto.ts'
import { AppError } from '../lib/errors.ts'
import type { AppEnv } from './env.ts'

export type { Body, FormErrors } from '../lib/body.ts'
export { shown } from '../lib/body.ts'

/** A form read once: its typed value, or what was typed with an error beside each field. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; raw: Body; errors: FormErrors }

const MAX_FIELDS = 2000

function collect(pairs: Iterable<[string, string]>): Body {
  const body: Body = Object.create(null)
  for (const [name, value] of pairs) {
    const known = body[name]
    if (known === undefined) body[name] = value
    else body[name] = Array.isArray(known) ? [...known, value] : [known, value]
  }
  return body
}

/** A form without its values would be « lost »; other content types are refused so that no JSON slips past the CSRF rules. */
async function readPairs(c: Context<AppEnv>): Promise<[string, string][]> {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') {
    const text = await c.req.text()
    if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS)
      throw new AppError('invalide', 'Ce formulaire contient trop de champs.')
    return [...new URLSearchParams(text)]
  }
  if (type === 'multipart/form-data') {
    const form = await c.req.formData().catch(() => {
      throw new AppError('invalide', 'Ce formulaire est arrivé abîmé : rechargez la page et recommencez.')
    })
    const pairs: [string, string][] = []
    form.forEach((value, name) => {
      if (typeof value === 'string') pairs.push([name, value])
    })
    if (pairs.length > MAX_FIELDS) throw new AppError('invalide', 'Ce formulaire contient trop de champs.')
    return pairs
  }
  return []
}

const bodies = new WeakMap<Request, Body>()

/** The fields of a posted form, without prototype; read once a request, by the CSRF check and the handler alike. */
export async function readBody(c: Context<AppEnv>): Promise<Body> {
  const known = bodies.get(c.req.raw)
  if (known) return known
  const body = collect(await readPairs(c))
  bodies.set(c.req.raw, body)
  return body
}

/** The query string in the same shape as a posted form. */
export function readQuery(c: Context<AppEnv>): Body {
  return collect(new URL(c.req.url).searchParams)
}

/** The parameters of an address that was kept, in that shape. */
export const readParams = (text: string): Body => collect(new URLSearchParams(text))

const FORBIDDEN = /(?![\t\n])[\p{Cc}\p{Cs}]/u

/** NFC, trimmed, one kind of line break; both engines then store and find the same text. */
const clean = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n').trim()

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

function longText(max: number) {
  return z
    .preprocess((value) => first(value) ?? '', z.string())
    .transform(clean)
    .refine((text) => !FORBIDDEN.test(text), 'Ce texte contient un caractère interdit (caractère de contrôle).')
    .refine((text) => text.length <= max, `Ce texte est trop long\u00a0: ${max} caractères au plus.`)
}

const OBLIGATORY = 'Ce champ est obligatoire.'

/** A required line of text. */
export const text = (max: number, message = OBLIGATORY) => longText(max).refine((value) => value !== '', message)

/** A line of text or null where nothing was typed. */
export const optionalText = (max: number) => longText(max).transform((value) => (value === '' ? null : value))

/** May this stand on one line? For `refine`, with ONE_LINE. */
export const oneLine = (value: string | null): boolean => value === null || !/[\t\n]/.test(value)
export const ONE_LINE = 'Ce texte doit tenir sur une ligne.'

/** One line of text, '' where nothing was typed. */
export const optionalLine = (max: number) =>
  optionalText(max)
    .refine(oneLine, ONE_LINE)
    .transform((value) => value ?? '')

/** A password: as it was typed, blanks and accents included; '' where nothing was. */
export const asTyped = z
  .preprocess((value) => first(value) ?? '', z.string())
  .refine((value) => value.length <= 1024, 'Ce mot de passe est trop long.')
  .refine((value) => !value.includes('\0'), 'Ce mot de passe contient un caractère interdit.')

const DIGITS = /^[+-]?\d{1,15}$/

function integer(min: number, max: number, message: string) {
  return (value: string | null, ctx: z.RefinementCtx): number | null => {
    if (value === null) return null
    const n = DIGITS.test(value) ? Number(value) : Number.NaN
    if (n >= min && n <= max) return n
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  }
}

/** Largest id of anything but a record (32 bits on PostgreSQL). */
export const MAX_ID = 2 ** 31 - 1
/** Records have 64 bits there, of which JavaScript counts 53; on SQLite the search key has 28. */
export const MAX_RELEVE_ID = Number.MAX_SAFE_INTEGER

/** The id of something chosen in a list, or null. */
export const optionalId = optionalText(20).transform(integer(1, MAX_ID, 'Choisissez une valeur dans la liste.'))

/** The number of a record, or null. */
export const optionalReleveId = optionalText(20).transform(
  integer(1, MAX_RELEVE_ID, 'Choisissez une valeur dans la liste.'),
)

/** The id of something chosen in a list. */
export const requiredId = optionalId.refine((id): id is number => id !== null, 'Choisissez une valeur dans la liste.')

/** A year in four digits at most, or null. */
export const optionalYear = optionalText(20).transform(
  integer(1, 2999, 'Indiquez une année en chiffres, par exemple 1787.'),
)

export const optionalInteger = (min: number, max: number) =>
  optionalText(20).transform(integer(min, max, `Indiquez un nombre entier de ${min} à ${max}.`))

export const requiredInteger = (min: number, max: number) =>
  optionalInteger(min, max).refine((n): n is number => n !== null, OBLIGATORY)

/** A check box: present when ticked. */
export const flag = z.preprocess(
  (value) => ['1', 'on', 'oui', 'true'].includes(String(first(value) ?? '')),
  z.boolean(),
)

export const choice = <const T extends readonly string[]>(
  values: T,
  message = 'Choisissez une valeur dans la liste.',
) => z.preprocess(first, z.enum(values, { error: message }))

const idsUpTo = (most: number) =>
  z
    .preprocess((value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]), z.array(z.string()))
    .transform((list, ctx) => {
      const ids = list.filter((item) => item !== '').map(Number)
      if (ids.every((id) => Number.isInteger(id) && id > 0 && id <= most)) return [...new Set(ids)]
      ctx.addIssue({ code: 'custom', message: 'Choisissez des valeurs dans la liste.' })
      return z.NEVER
    })

/** Ticked boxes or a multiple list of ids; doubles left out. */
export const idList = idsUpTo(MAX_ID)
/** Likewise of records. */
export const releveIds = idsUpTo(MAX_RELEVE_ID)

/** Version of the row that the form was made from; a newer one in the database is a conflict. */
export const version = optionalId.transform((n) => n ?? 0)

/** The version that a page of confirmation showed; 0 where it told none. */
export function shownVersion(raw: Body): number {
  const given = version.safeParse(raw.version)
  return given.success ? given.data : 0
}

/** A form with the same content is one sending, however often it comes; these fields may differ between two of them. */
const NOT_CONTENT = new Set(['_csrf', '_brouillon', 'chercher', 'action'])

/**
 * Key for db/once.ts: the form's one-time token with what was typed in it and where it went. A form brought back by the
 * browser's Back and filled anew is another sending, and must not get the answer of the first. '' for a form without token.
 */
export function sendingKey(c: Context<AppEnv>, raw: Body): string {
  const token = shown(raw, '_envoi')
  if (token === '') return ''
  const content = Object.entries(raw).filter(([name]) => !NOT_CONTENT.has(name))
  return sha256Hex(JSON.stringify([c.req.path, ...content]))
}

/**
 * Key for db/once.ts of a form that makes one thing, whatever is typed in it when it is sent once more: the caller compares.
 * '' for a form without token.
 */
export const formKey = (c: Context<AppEnv>, raw: Body): string => keyOfForm(c.req.path, shown(raw, '_envoi'))

/** Gives that key, for the form of this token that is posted to this path. */
export const keyOfForm = (path: string, token: string): string =>
  token === '' ? '' : sha256Hex(JSON.stringify([path, token]))

const NOT_DATA = new Set(['_csrf', '_envoi', 'chercher', 'action'])

/** Reads a form against its schema; foreign fields are dropped, never stored. */
export function parseForm<S extends z.ZodObject>(schema: S, raw: Body): Parsed<z.output<S>> {
  const result = schema.safeParse(Object.fromEntries(Object.entries(raw).filter(([name]) => !NOT_DATA.has(name))))
  if (result.success) return { ok: true, value: result.data }
  return { ok: false, raw, errors: errorsOf(result.error) }
}

function errorsOf(error: z.ZodError): FormErrors {
  const errors: FormErrors = {}
  for (const issue of error.issues) errors[issue.path.join('.')] ??= issue.message
  return errors
}

/** Refuses a form that could be read, after a check that needed the database. */
export const refused = (raw: Body, errors: FormErrors): { ok: false; raw: Body; errors: FormErrors } => ({
  ok: false,
  raw,
  errors,
})

/** An existing row as the form it is edited with. */
export function rawOf(row: Record<string, string | number | boolean | null | undefined>): Body {
  const body: Body = {}
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === undefined || value === false) continue
    body[name] = value === true ? '1' : String(value)
  }
  return body
}
