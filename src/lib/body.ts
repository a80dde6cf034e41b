/** An urlencoded form as it was received: one value, or several of the same name. Never typed, never trusted. */
export type Body = Record<string, string | string[]>

/** Maps the name of a field to a sentence in French that says what is wrong with it. */
export type FormErrors = Record<string, string>

/** Every value typed under `name`, in order; empty when the field was not sent. */
export function shownAll(raw: Body, name: string): string[] {
  // Own members only: a field called `constructor` must not find the one of Object.prototype.
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

/** The value that an address or a cookie names; the first one where it names none of them. */
export const oneOf = <const T extends readonly [string, ...string[]]>(
  values: T,
  asked: string | undefined,
): T[number] => values.find((value) => value === asked) ?? values[0]

/** The first value typed under `name`, or '' when the field was not sent. */
export function shown(raw: Body, name: string): string {
  return shownAll(raw, name)[0] ?? ''
}
