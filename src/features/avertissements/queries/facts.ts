import { placeIds } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db } from '../../../db/schema.ts'
import { knownTerms } from '../../../search/dictionary.ts'
import { SAMPLED } from '../../../search/index-writer.ts'
import { anyNameMark, nameMark } from '../../../search/marks.ts'
import { countedInSection } from '../../completion/holders.ts'
import type { Facts, Frequent } from '../rules/facts.ts'
import type { Act } from '../rules/kind.ts'
import { firstNameWords, rareFirstNames, rareSurnames, surnameKey } from '../rules/name-kinds.ts'
import { editsOf } from '../rules/near.ts'
import { fieldsOf, textOf } from '../rules/values.ts'

/** With fewer acts on the site, a first name that is met once says nothing. */
const RICH = 500
/** Words asked for at once. */
const CHUNK = 5000
/** Times that the section has a rare surname at most, and a frequent one at least. */
const RARE = 3
const FREQUENT = 20

interface SourceOf {
  id: number
  section_id: number | null
}

/** How often the dictionary has these, by the word itself. */
async function countsOf(
  db: Db,
  list: readonly string[],
  markOf: (word: string) => string,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let at = 0; at < list.length; at += CHUNK) {
    const marks = new Map(list.slice(at, at + CHUNK).map((word) => [markOf(word), word]))
    for (const [mark, n] of await knownTerms(db, marks.keys())) counts.set(marks.get(mark) ?? '', n)
  }
  return counts
}

async function isRich(db: Db): Promise<boolean> {
  const { n } = await db
    .selectFrom('sources')
    .select((eb) => eb.fn.sum<number | null>('nb_releves').as('n'))
    .executeTakeFirstOrThrow()
  return Number(n ?? 0) >= RICH
}

/** « legoff » as completion keeps it: « le goff » too, and « de la tour ». */
function keysOf(name: string): string[] {
  const cut = Array.from(
    { length: Math.max(name.length - 2, 0) },
    (_, at) => `${name.slice(0, at + 1)} ${name.slice(at + 1)}`,
  )
  const [, de = '', rest = ''] = /^(de|du|des|d)(la|les|l)(?=...)/.exec(name) ?? []
  return [name, ...cut, ...(de === '' ? [] : [`${de} ${rest} ${name.slice(de.length + rest.length)}`])]
}

/** Names that the community keeps as one. */
async function isSpelling(db: Db, one: string, other: string): Promise<boolean> {
  const [a, b] = one < other ? [one, other] : [other, one]
  const line = await db
    .selectFrom('orthographes')
    .select('id')
    .where('genre', '=', 'nom')
    .where('signe', '=', 'egal')
    .where('etat', '=', 'acceptee')
    .where('cle_a', '=', a)
    .where('cle_b', '=', b)
    .executeTakeFirst()
  return line !== undefined
}

/** These surnames as the section has them, whoever bears them. */
async function inSection(db: Db, { section_id }: SourceOf, names: readonly string[]): Promise<Map<string, Frequent>> {
  if (names.length === 0) return new Map()
  const champs = await db
    .selectFrom('champs')
    .select('id')
    .where('partie', '=', 'nom')
    .where('type', '=', 'text')
    .execute()
  const rows = await countedInSection(db, section_id, {
    champs: champs.map(({ id }) => id),
    cles: names.flatMap(keysOf),
  })
  const found = new Map<string, Frequent & { most: number }>()
  for (const { valeur, n: counted } of rows) {
    const [key, n] = [surnameKey(valeur), Number(counted)]
    const known = found.get(key) ?? { texte: valeur, n: 0, most: 0 }
    const isMost = n > known.most
    found.set(key, { texte: isMost ? valeur : known.texte, n: known.n + n, most: Math.max(n, known.most) })
  }
  return found
}

/** The commonest of these names in the section; undefined where none is frequent. */
function commonest(names: readonly string[], section: ReadonlyMap<string, Frequent>): [string, Frequent] | undefined {
  let best: [string, Frequent] | undefined
  for (const name of names) {
    const known = section.get(name)
    if (known && known.n >= (best?.[1].n ?? FREQUENT)) best = [name, known]
  }
  return best
}

/** Each of so many names has five hundred others one letter away. */
const NAMES = 500

/** Rare surnames with the frequent one beside them. */
async function nearOf(db: Db, source: SourceOf, names: readonly string[]): Promise<Map<string, Frequent>> {
  const near = new Map<string, Frequent>()
  for (let at = 0; at < names.length; at += NAMES)
    for (const [name, best] of await nearAmong(db, source, names.slice(at, at + NAMES))) near.set(name, best)
  return near
}

async function nearAmong(db: Db, source: SourceOf, names: readonly string[]): Promise<Map<string, Frequent>> {
  const own = await inSection(db, source, names)
  const rare = names.filter((name) => (own.get(name)?.n ?? 0) <= RARE)
  const edits = new Map(rare.map((name) => [name, editsOf(name)]))
  // Names that nobody on the site bears are asked for no further.
  const met = await countsOf(db, [...new Set([...edits.values()].flat())], (name) => anyNameMark('nom', name))
  const section = await inSection(db, source, [...met.keys()])
  const near = new Map<string, Frequent>()
  for (const [name, others] of edits) {
    const best = commonest(others, section)
    if (best && !(await isSpelling(db, name, best[0]))) near.set(name, { texte: best[1].texte, n: best[1].n })
  }
  return near
}

/** Values of first names that are this word, or begin with it and a blank, in other sources: the dictionary counts by samples. */
async function isElsewhere(db: Db, sourceId: number, word: string): Promise<boolean> {
  const { n } = await db
    .selectFrom('valeurs_genres')
    .select((eb) => eb.fn.sum<number | null>('n').as('n'))
    .where('genre', '=', 'prenom')
    .where('cle', '>=', word)
    .where('cle', '<', `${word}!`)
    .executeTakeFirstOrThrow()
  const own = await db
    .selectFrom('valeurs_sources')
    .innerJoin('champs', 'champs.id', 'valeurs_sources.champ_id')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('champs.partie', '=', 'prenom')
    .where('source_id', '=', sourceId)
    .where('cle', '>=', word)
    .where('cle', '<', `${word}!`)
    .executeTakeFirstOrThrow()
  return Number(n ?? 0) > Number(own.n)
}

/** Keeps of first names that the source hardly has those that nobody bears elsewhere. */
async function unknownOf(
  db: Db,
  source: SourceOf,
  rare: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<Set<string>> {
  const unknown = new Set<string>()
  if (rare.size === 0 || !(await isRich(db))) return unknown
  const known = await countsOf(db, [...rare.keys()], (word) => anyNameMark('prenom', word))
  for (const [word, ids] of rare) {
    const own = [...ids].filter((id) => id % SAMPLED === 0).length * SAMPLED
    if ((known.get(word) ?? 0) - own <= 1 && !(await isElsewhere(db, source.id, word))) unknown.add(word)
  }
  return unknown
}

async function lostPlaces(db: Db, champs: readonly Champ[], acts: readonly Act[]): Promise<Set<number>> {
  const ids = placeIds(champs, acts)
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('lieux')
    .select('id')
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
  const there = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !there.has(id)))
}

async function reviewersAmong(db: Db, acts: readonly Act[]): Promise<Set<number>> {
  const ids = [...new Set(acts.flatMap(({ updated_by }) => updated_by ?? []))]
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', 'in', ['admin', 'gestionnaire'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The site is asked for the words of these acts: look-ups by key, whatever its size. */
export async function factsOf(
  db: Db,
  source: SourceOf,
  champs: readonly Champ[],
  acts: readonly Act[],
): Promise<Facts> {
  const fields = fieldsOf(champs, 'prenom')
  const words = new Set(acts.flatMap((act) => fields.flatMap((champ) => firstNameWords(textOf(champ, act)))))
  const list = [...words]
  return {
    unknown: await unknownOf(db, source, rareFirstNames({ champs, acts })),
    fathers: await countsOf(db, list, (word) => nameMark('prenom', 'pere', word)),
    mothers: await countsOf(db, list, (word) => nameMark('prenom', 'mere', word)),
    near: await nearOf(db, source, rareSurnames({ champs, acts })),
    lostPlaces: await lostPlaces(db, champs, acts),
    reviewers: await reviewersAmong(db, acts),
  }
}
