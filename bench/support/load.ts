// Records of the corpus need people, sections, places, types and sources around them; these come by the ordinary ways.
import { sql } from 'kysely'
import type { Champ } from '../../src/champs/kind.ts'
import type { Db } from '../../src/db/schema.ts'
import { createTypeFromModel, modelByKey } from '../../src/features/types-sources/actions/models.ts'
import { champsOf } from '../../src/features/types-sources/queries.ts'
import { sortKey } from '../../src/lib/text.ts'
import { type RecordEntry, searchEntry } from '../../src/search/entry.ts'
import { dictionaryWords } from '../../src/search/known-words.ts'
import { nameKeys } from '../../src/search/sounds.ts'
import { writeWords } from '../../src/search/within.ts'
import { type Corpus, SECTIONS, TYPES } from './corpus.ts'
import { NOW } from './random.ts'

const CHUNK = 500
/** As in search/index-writer.ts: one record in so many tells how common a word is. */
const SAMPLED = 16

/** Runs `work` for each chunk of a list. */
async function chunks<T>(list: readonly T[], work: (chunk: T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < list.length; at += CHUNK) await work(list.slice(at, at + CHUNK))
}

async function fillPeople(db: Db): Promise<void> {
  const user = (n: number, role: 'admin' | 'membre') => {
    const name = `u${n}`
    const keys = { name, name_key: name, email: `${name}@exemple.fr`, email_key: `${name}@exemple.fr` }
    return { ...keys, password_hash: '', role, created_at: NOW, updated_at: NOW }
  }
  await db
    .insertInto('users')
    .values([user(1, 'admin'), user(2, 'membre')])
    .execute()
  const sections = Array.from({ length: SECTIONS }, (_, i) => ({
    nom: `Section ${i + 1}`,
    nom_key: `section ${i + 1}`,
  }))
  await db.insertInto('sections').values(sections).execute()
  await db.insertInto('section_membres').values({ section_id: 1, user_id: 2, is_manager: false }).execute()
}

async function fillPlaces(db: Db, { places }: Corpus): Promise<void> {
  await chunks(places, (chunk) =>
    db
      .insertInto('lieux')
      .values(
        chunk.map(({ id, nom, parent, nom_long, chemin }) => ({
          id,
          nom,
          nom_tri: sortKey(nom),
          lieu_parent_id: parent,
          nom_long,
          chemin,
          recherche: ` ${sortKey(nom_long)} `,
          created_at: NOW,
          updated_at: NOW,
        })),
      )
      .execute(),
  )
}

/** Sources of a member's section are one in twelve. */
async function fillSources(db: Db, { sources, places }: Corpus, types: readonly number[]): Promise<void> {
  await chunks(sources, (chunk) =>
    db
      .insertInto('sources')
      .values(
        chunk.map(({ id, type, lieu_id, annee_debut, annee_fin }) => {
          const titre = `${TYPES[type]} ${places[lieu_id - 1]?.nom} ${annee_debut}-${annee_fin}`
          const where = { lieu_id, section_id: 1 + ((id * 7 + Math.floor(id / 13)) % SECTIONS), annee_debut, annee_fin }
          const made = { status: 'en_cours' as const, created_at: NOW, updated_at: NOW }
          return { id, titre, titre_tri: sortKey(titre), type_source_id: types[type] ?? 0, ...where, ...made }
        }),
      )
      .execute(),
  )
}

/** A source gives its entries fields to be read by, and the words of its section and places. */
interface Around {
  champs: Champ[]
  within: string[]
}

/** Everything but the records. */
export async function fillAround(db: Db, made: Corpus): Promise<(sourceId: number) => Around> {
  const within = new Map<number, string[]>()
  await db.transaction().execute(async (trx) => {
    await fillPeople(trx)
    await fillPlaces(trx, made)
    const types: number[] = []
    for (const cle of TYPES) {
      const model = modelByKey(cle)
      if (!model) throw new Error(`no model ${cle}`)
      types.push(await createTypeFromModel(trx, model))
    }
    await fillSources(trx, made, types)
    for (const { id } of made.sources) within.set(id, (await writeWords(trx, id, true)).words)
  })
  const types = await db.selectFrom('sources').select(['id', 'type_source_id']).execute()
  const byType = new Map<number, Champ[]>()
  for (const type of new Set(types.map((row) => row.type_source_id))) byType.set(type, await champsOf(db, type))
  const bySource = new Map(
    types.map(({ id, type_source_id }) => [
      id,
      { champs: byType.get(type_source_id) ?? [], within: within.get(id) ?? [] },
    ]),
  )
  return (sourceId) => bySource.get(sourceId) ?? { champs: [], within: [] }
}

const add = <K>(counts: Map<K, number>, key: K, n: number): Map<K, number> =>
  counts.set(key, (counts.get(key) ?? 0) + n)

/** The search entries of the corpus, with the dictionary and the decades that they add up to. */
export class Index {
  readonly words = new Map<string, number>()
  /** Names as they are written. */
  readonly names = { nom: new Set<string>(), prenom: new Set<string>() }
  readonly decades = new Map<string, number>()
  readonly counts = new Map<number, number>()
  readonly #corpus: Corpus
  readonly #around: (sourceId: number) => Around

  constructor(made: Corpus, around: (sourceId: number) => Around) {
    this.#corpus = made
    this.#around = around
  }

  entry(id: number): RecordEntry {
    const releve = this.#corpus.record(id)
    const { champs, within } = this.#around(releve.source_id)
    const entry = { ...searchEntry(champs, { ...releve, lectures: null }), within }
    this.#count(entry)
    return entry
  }

  #count(entry: RecordEntry): void {
    const { releve_id, source_id, decennie, parts } = entry
    // The marks of anybody come with those of somebody: they are new when these are.
    const lists = parts.flatMap(({ words, roles, terms }) => [words, roles, terms])
    const isNew = lists.some((list) => list.some((word) => !this.words.has(word)))
    const isSampled = releve_id % SAMPLED === 0
    if (isNew || isSampled) this.#countWords(entry, isSampled ? SAMPLED : 0)
    for (const { names } of parts) for (const { kind, text: name } of names) this.names[kind].add(name)
    add(this.decades, `${source_id} ${decennie}`, 1)
    add(this.counts, source_id, 1)
  }

  #countWords(entry: RecordEntry, more: number): void {
    for (const word of dictionaryWords(entry)) this.words.set(word, (this.words.get(word) ?? 1) + more)
  }

  /** Writes the dictionary, the decades and the counters of sources. */
  async store(db: Db): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await chunks([...this.words], (chunk) =>
        trx
          .insertInto('mots')
          .values(chunk.map(([terme, n]) => ({ terme, n })))
          .execute(),
      )
      await chunks([...this.decades], (chunk) => {
        const rows = chunk.map(([key, n]) => {
          const [source_id = 0, decennie = 0] = key.split(' ').map(Number)
          return { source_id, decennie, n }
        })
        return trx.insertInto('source_decennies').values(rows).execute()
      })
      await sql`insert into decennies (decennie, part, n) select decennie, source_id % 16, sum(n) from source_decennies
        group by decennie, source_id % 16`.execute(trx)
      for (const genre of ['nom', 'prenom'] as const) await this.#storeKeys(trx, genre)
      for (const [id, nb_releves] of this.counts)
        await trx.updateTable('sources').set({ nb_releves }).where('id', '=', id).execute()
    })
  }

  async #storeKeys(trx: Db, genre: 'nom' | 'prenom'): Promise<void> {
    const rows = new Map<string, { genre: 'nom' | 'prenom'; cle: string; terme: string }>()
    for (const name of this.names[genre])
      for (const { cle, terme } of nameKeys(genre, name)) rows.set(`${cle} ${terme}`, { genre, cle, terme })
    await chunks([...rows.values()], (chunk) => trx.insertInto('noms_cles').values(chunk).execute())
  }
}

/** Tells every so often how far a long work is. */
export function progress(label: string, total: number, say: (text: string) => void): (done: number) => void {
  const begun = performance.now()
  let told = begun
  return (done) => {
    const now = performance.now()
    if (done < total && now - told < 10_000) return
    told = now
    const seconds = (now - begun) / 1000
    say(`  ${label}: ${done} of ${total}, ${seconds.toFixed(0)} s, ${Math.round(done / seconds)} a second`)
  }
}
