import { z } from 'zod'
import { type Body, type FormErrors, oneOf, shown } from '../lib/body.ts'
import { optionalYear } from './form.ts'
import { listUrl } from './pagination.ts'

/** One thing that a list may be asked: how it is read from an address and written into one. */
interface Criterion<T> {
  schema: z.ZodType<T>
  /** The value where nothing is asked, or nothing that can be read. */
  none: T
  inAddress: (value: T) => string | number | null
}

/** The schema has null for nothing: an id, a year. */
export const asked = <T extends string | number>(schema: z.ZodType<T | null>): Criterion<T | null> => ({
  schema,
  none: null,
  inAddress: (value) => value,
})

/** The schema has '' for nothing. */
export const askedText = (schema: z.ZodType<string>): Criterion<string> => ({
  schema,
  none: '',
  inAddress: (text) => text,
})

const CONTROL = /[\p{Cc}\p{Cs}]/gu

/** Words to look for, cut where they are too many. */
export const askedWords = (max: number): Criterion<string> =>
  askedText(z.string().transform((text) => text.normalize('NFC').replace(CONTROL, ' ').trim().slice(0, max)))

/** One of these, or null. */
export const askedOption = <const V extends string>(
  values: readonly V[],
  message = 'Choisissez une valeur dans la liste.',
): Criterion<V | null> => ({
  schema: z.string().transform((text, ctx) => {
    const value = values.find((one) => one === text)
    if (value === undefined && text !== '') ctx.addIssue({ code: 'custom', message })
    return value ?? null
  }) as z.ZodType<V | null>,
  none: null,
  inAddress: (value) => value,
})

/** One of these; the first where none of them is asked, which an address then leaves out. */
export const orderedBy = <const V extends readonly [string, ...string[]]>(values: V): Criterion<V[number]> => ({
  schema: z.string().transform((text) => oneOf(values, text)),
  none: values[0],
  inAddress: (value) => value,
})

export const WAYS = orderedBy(['asc', 'desc'])

/** A box that is ticked by this value. */
export const askedBox = (ticked: string): Criterion<boolean> => ({
  schema: z.string().transform((text) => text === ticked),
  none: false,
  inAddress: (value) => (value ? ticked : null),
})

/** The caller can ask the database for it, and gives it to `read`. */
export const found = <T>(write: (value: T) => string | number): Criterion<T | null> => ({
  schema: z.unknown().transform(() => null),
  none: null,
  inAddress: (value) => (value === null ? null : write(value)),
})

interface Years {
  annee_debut: number | null
  annee_fin: number | null
}

export const YEARS = { annee_debut: asked(optionalYear), annee_fin: asked(optionalYear) }

/** The words of their chips. */
export const YEAR_WORDS = {
  annee_debut: (year: number) => `Depuis ${year}`,
  annee_fin: (year: number) => `Jusqu’en ${year}`,
}

/** The words of the chip of a place, where what was asked leads to one. */
export const placeWords =
  ({ place }: { place: { nom_long: string } | null }) =>
  () =>
    place && `Lieu\u00a0: ${place.nom_long}`

/** A section that this reader does not see has no name. */
export const sectionWords = (sections: readonly { id: number; nom: string }[]) => (id: number) =>
  sections.find((one) => one.id === id)?.nom ?? 'Autre section'

/** First and last year in the wrong order ask nothing. */
export const yearsInOrder = ({ annee_debut, annee_fin }: Years): Contradiction<keyof Years> | undefined =>
  annee_debut !== null && annee_fin !== null && annee_debut > annee_fin
    ? { errors: { annee_fin: 'La dernière année précède la première.' }, without: ['annee_debut', 'annee_fin'] }
    : undefined

interface Contradiction<N> {
  errors: FormErrors
  /** Criteria that are left out. */
  without: N[]
}

type Param = string | number | null

/** The address of the same list with some of its parameters changed; null takes one away, the page begins anew. */
export type ListAddress = (change: Record<string, Param>) => string

type Ordering = 'tri' | 'ordre'

/** How each criterion in force is told; the compiler asks for the one that would narrow a list unseen. */
type Words<T> = { [N in Exclude<keyof T, Ordering>]: (value: NonNullable<T[N]>) => string | null | undefined }

/**
 * The filter of a list: a form that is read by GET. What cannot be read filters nothing; the page may tell it by `errors`.
 * A feature declares its criteria (`filter-form.ts`), in the order in which addresses name them. The search has its own
 * (`recherche/rules/criteria.ts`), of the same shape: there what cannot be read stops the search, a criterion may have several values,
 * and its words depend on others.
 */
export class FilterForm<T extends object> {
  readonly #criteria: { [N in keyof T]: Criterion<T[N]> }
  readonly #contradiction: (filter: T) => Contradiction<keyof T> | undefined

  constructor(
    criteria: { [N in keyof T]: Criterion<T[N]> },
    contradiction: (filter: T) => Contradiction<keyof T> | undefined = () => undefined,
  ) {
    this.#criteria = criteria
    this.#contradiction = contradiction
  }

  get #names(): (keyof T & string)[] {
    return Object.keys(this.#criteria) as (keyof T & string)[]
  }

  /** The filter of an address. `known`: what the caller found out himself. */
  read(query: Body, known: Partial<T> = {}): { filter: T; errors: FormErrors } {
    const errors: FormErrors = {}
    const filter = Object.fromEntries(
      this.#names.map((name) => {
        const { schema, none } = this.#criteria[name]
        const result = schema.safeParse(shown(query, name))
        if (!result.success) errors[name] = result.error.issues[0]?.message ?? 'Ce filtre ne peut pas être lu.'
        return [name, result.success ? result.data : none]
      }),
    ) as T
    Object.assign(filter, known)
    const wrong = this.#contradiction(filter)
    for (const name of wrong?.without ?? []) filter[name] = this.#criteria[name].none
    return { filter, errors: { ...errors, ...wrong?.errors } }
  }

  #isAsked(filter: T, name: keyof T): boolean {
    const { inAddress, none } = this.#criteria[name]
    return inAddress(filter[name]) !== inAddress(none)
  }

  /** The criteria as parameters of an address; null for those that ask nothing. */
  params(filter: T): Record<string, Param> {
    return Object.fromEntries(
      this.#names.map((name) => [
        name,
        this.#isAsked(filter, name) ? this.#criteria[name].inAddress(filter[name]) : null,
      ]),
    )
  }

  /** The addresses of a list under this filter; `par_page` of the query stays. */
  address(path: string, filter: T, query: Body = {}): ListAddress {
    const params = this.params(filter)
    return (change) => listUrl(path, { par_page: shown(query, 'par_page') }, { ...params, ...change })
  }

  /** A chip for each criterion in force, in the order of the words; following it takes the criterion away. */
  chips(filter: T, words: Words<T>, url: ListAddress): { label: string; href: string }[] {
    return (Object.keys(words) as (keyof Words<T> & string)[]).flatMap((name) => {
      const label = this.#isAsked(filter, name) ? words[name](filter[name] as NonNullable<T[typeof name]>) : undefined
      return label == null ? [] : [{ label, href: url({ [name]: null }) }]
    })
  }
}

/** The parameters of a filter in force, as hidden fields of a form. */
export const asFields = (params: Record<string, Param>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])))

/** The link of a column: sorts by it, the other way round where it already does. `first`: how the list begins. */
export function sortLink<S extends string>(
  { tri, ordre }: { tri: S; ordre: 'asc' | 'desc' },
  url: ListAddress,
  { by, first }: { by: S; first: S },
) {
  const dir = tri === by ? ordre : null
  return { dir, href: url({ tri: by === first ? null : by, ordre: dir === 'asc' ? 'desc' : null }) }
}
