import type { PlaceValue } from '../../../champs/kind.ts'
import { nearSentence } from '../../../champs/near.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { namePrefixes } from '../rules/search-words.ts'

/** Ends of a long name behind each comma: « A, B, C » → « B, C », « C ». */
function tailsOf(name: string): string[] {
  const tails: string[] = []
  for (let at = name.indexOf(', '); at !== -1; at = name.indexOf(', ', at + 2)) tails.push(name.slice(at + 2))
  return tails
}

interface Merged extends PlaceValue {
  ancien: string
}

/** Was any place merged at this instant or later? */
export const hasMerges = async (db: Db, since: string): Promise<boolean> =>
  (await db.selectFrom('lieux_fusions').select('id').where('created_at', '>=', since).limit(1).executeTakeFirst()) !==
  undefined

/** Where the places that once had these long names are now, by that name. */
async function mergedAway(db: Db, names: string[], since: string): Promise<Map<string, PlaceValue[]>> {
  const rows: Merged[] = await db
    .selectFrom('lieux_fusions')
    .innerJoin('lieux', 'lieux.id', 'lieux_fusions.vers_id')
    .select(['lieux.id', 'lieux.nom_long', 'lieux_fusions.nom_long as ancien'])
    .distinct()
    .where((eb) => dialectOf(db).sql.inList(eb.ref('lieux_fusions.nom_long'), names))
    .where('lieux_fusions.created_at', '>=', since)
    .orderBy('lieux.id')
    .execute()
  const found = new Map<string, PlaceValue[]>()
  for (const { ancien, id, nom_long } of rows) found.set(ancien, [...(found.get(ancien) ?? []), { id, nom_long }])
  return found
}

/** A name changes with the merge of something that it ends with: « Rue, Dol » → « Rue, Dol-de-Bretagne ». */
function renamed(name: string, merged: Map<string, PlaceValue[]>): string | undefined {
  const tail = tailsOf(name).find((end) => merged.get(end)?.length === 1)
  return tail === undefined ? undefined : `${name.slice(0, -tail.length)}${merged.get(tail)?.[0]?.nom_long}`
}

const byNomLong = async (db: Db, names: string[]): Promise<Map<string, PlaceValue[]>> => {
  const rows = await db
    .selectFrom('lieux')
    .select(['id', 'nom_long'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('nom_long'), names))
    .orderBy('id')
    .execute()
  const found = new Map<string, PlaceValue[]>()
  for (const row of rows) found.set(row.nom_long, [...(found.get(row.nom_long) ?? []), row])
  return found
}

/**
 * The places that a file means by these names: those of exactly this long name; where there is none, the place that the one of
 * this name was merged into (at the instant `since` or later), or that lies there. Names that mean nothing are absent; several
 * places are never narrowed.
 */
export async function placesCalled(db: Db, names: readonly string[], since = ''): Promise<Map<string, PlaceValue[]>> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return new Map()
  const found = await byNomLong(db, wanted)
  const lost = wanted.filter((name) => !found.has(name))
  if (lost.length === 0) return found
  if (!(await hasMerges(db, since))) return found
  const merged = await mergedAway(db, [...new Set(lost.flatMap((name) => [name, ...tailsOf(name)]))], since)
  if (merged.size === 0) return found
  const today = new Map(lost.map((name) => [name, merged.has(name) ? undefined : renamed(name, merged)]))
  const moved = await byNomLong(
    db,
    [...today.values()].filter((name) => name !== undefined),
  )
  for (const name of lost) {
    const places = merged.get(name) ?? moved.get(today.get(name) ?? '')
    if (places) found.set(name, places)
  }
  return found
}

/** As many as a sentence can name, and one more, which stands for others. */
const NEAR = 4

/** The sort keys that a place may have which is meant by this: each once. */
const formsNear = (written: string): string[] => [
  ...new Set([written, written.split(',')[0] ?? ''].flatMap(namePrefixes).map((form) => form.trim())),
]

/** Places whose own name is what was written, or what stands before its first comma, accents and « St » aside. */
export async function placesNear(db: Db, written: string): Promise<PlaceValue[]> {
  const forms = formsNear(written)
  if (forms.length === 0) return []
  return db
    .selectFrom('lieux')
    .select(['id', 'nom_long'])
    .where('nom_tri', 'in', forms)
    .orderBy((eb) => eb.fn('length', ['nom_long']))
    .orderBy('nom_long')
    .orderBy('id')
    .limit(NEAR)
    .execute()
}

/** Finds those of many names in one statement; of each at most as many as can be told apart by where they lie. */
export async function placesNearEach(db: Db, names: readonly string[]): Promise<Map<string, PlaceValue[]>> {
  const formsOf = new Map(names.map((name) => [name, formsNear(name)]))
  const forms = [...new Set([...formsOf.values()].flat())]
  if (forms.length === 0) return new Map()
  const rows = await db
    .selectFrom('lieux')
    .select(['id', 'nom_long', 'nom_tri'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('nom_tri'), forms))
    .orderBy('id')
    .execute()
  const byForm = new Map<string, PlaceValue[]>()
  for (const { id, nom_long, nom_tri } of rows) byForm.set(nom_tri, [...(byForm.get(nom_tri) ?? []), { id, nom_long }])
  const found = new Map<string, PlaceValue[]>()
  for (const [name, own] of formsOf) {
    const places = own.flatMap((form) => byForm.get(form) ?? [])
    if (places.length > 0) found.set(name, places)
  }
  return found
}

/** Names asked about at a time: a file of a hundred thousand wrong names is not worth as many questions. */
const ASKED = 100

/** The sentence goes behind the refusal of lines that name these long names, which nobody bears. */
export async function nearParents(db: Db, written: readonly string[]): Promise<Map<string, string>> {
  const near = new Map<string, string>()
  for (const name of [...new Set(written)].slice(0, ASKED)) near.set(name, nearSentence(await placesNear(db, name)))
  return near
}
