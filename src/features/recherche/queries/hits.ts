import { champText, KINDS, placeIds, storedValue, withPlaceNames } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { lecturesOf } from '../../../champs/lectures.ts'
import { type Person, personsOf } from '../../../champs/persons.ts'
import { dialectOf, type SearchKey } from '../../../db/dialect/index.ts'
import { prepared } from '../../../db/prepared.ts'
import { type Remember, readAnew } from '../../../db/remember.ts'
import type { Db, ReleveData } from '../../../db/schema.ts'
import { type DateValue, dateInTable } from '../../../lib/dates.ts'
import type { Highlights } from '../../../search/plan.ts'
import { nomLongByIds } from '../../lieux/queries/places.ts'
import { champsByType } from '../../types-sources/queries.ts'
import { passage } from '../rules/passages.ts'
import { namedBy, namedPersons, wholeName, whoOf } from '../rules/who.ts'
import { sourcesFound } from './sources-found.ts'

/** Other fields of one record shown with the words found in them. */
const MAX_PASSAGES = 3

const recordsByIds = prepared((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('releves')
    .select(['id', 'source_id', 'nom', 'prenom', 'data', 'etats', 'lectures'])
    .where((eb) => dialectOf(db).sql.inList(eb.ref('id'), ids)),
)

/** The records with what is told of their sources. */
async function rowsOf(db: Db, ids: number[], remember: Remember) {
  const records = new Map((await recordsByIds(db, { ids }, '')).map((row) => [row.id, row]))
  const sourceIds = [...records.values()].map((row) => row.source_id)
  const sources = await sourcesFound(db, sourceIds, remember)
  return ids.flatMap((id) => {
    const record = records.get(id)
    const source = record && sources.get(record.source_id)
    if (!source) return []
    const { id: _id, titre, chemin: _path, ...of } = source
    return [{ ...record, ...of, source_titre: titre }]
  })
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]

const SHOWN_APART = new Set(['nom', 'prenom', 'date_evenement'])
const NO_DATE = { text: '', gregorien: null }

function dateOf(data: ReleveData): { text: string; gregorien: string | null } {
  const value = storedValue(data, 'date_evenement')
  return KINDS.date.isValue(value) ? dateInTable(value as DateValue) : NO_DATE
}

const told = new WeakMap<readonly Champ[], readonly Champ[]>()

/** The fields of a type that do not stand apart. Each record asks. */
function toldFields(champs: readonly Champ[]): readonly Champ[] {
  const known = told.get(champs) ?? champs.filter(({ nom }) => !SHOWN_APART.has(nom))
  told.set(champs, known)
  return known
}

/** The first few texts of a record that hold something that was asked. */
class Passages {
  readonly list: { label: string; text: string }[] = []
  readonly #highlights: Highlights

  constructor(highlights: Highlights) {
    this.#highlights = highlights
  }

  get isFull(): boolean {
    return this.list.length === MAX_PASSAGES
  }

  add(label: string, whole: string): void {
    const text = this.isFull ? undefined : passage(whole, this.#highlights)
    if (text !== undefined) this.list.push({ label, text })
  }
}

/** Other readings come first: nothing else of the line would say why the record is found. */
function addReadings(to: Passages, champs: readonly Champ[], lectures: Row['lectures']): void {
  if (lectures === null) return
  for (const { nom, label } of champs)
    for (const text of lecturesOf(lectures, nom)) to.add(`${label} (autre lecture)`, text)
}

/** The fields in their order; the names of a person stand together, those of the first line are left out. */
function addFields(to: Passages, { champs, data }: { champs: readonly Champ[]; data: ReleveData }, persons: Persons) {
  const done = [...persons.named]
  for (const champ of toldFields(champs)) {
    if (to.isFull) return
    const person = namedBy(champ, persons.all)
    if (!person) to.add(champ.label, champText(champ, data))
    if (!person || done.includes(person)) continue
    done.push(person)
    to.add(person.libelle, wholeName(person))
  }
}

interface Persons {
  all: readonly Person[]
  named: readonly Person[]
}

function hitOf(row: Row, champs: Champ[], names: ReadonlyMap<number, string>, highlights: Highlights) {
  const { data: held, lectures, type_source_id: _type, acte, nom, prenom, ...shown } = row
  const data = withPlaceNames(champs, held, names)
  const all = personsOf(champs, { data, etats: shown.etats })
  const named = namedPersons(all, acte)
  const passages = new Passages(highlights)
  addReadings(passages, champs, lectures)
  addFields(passages, { champs, data }, { all, named })
  const who = whoOf(named, acte, { champs, etats: shown.etats, nom, prenom })
  return { ...shown, who, date: dateOf(data), passages: passages.list }
}

/** A record found, as the list of results shows it. */
export type Hit = ReturnType<typeof hitOf>

/** The records of these keys, in their order. */
export async function hitsOf(
  db: Db,
  keys: readonly SearchKey[],
  highlights: Highlights,
  remember: Remember = readAnew,
): Promise<Hit[]> {
  if (keys.length === 0) return []
  const rows = await rowsOf(
    db,
    keys.map((key) => key.releve_id),
    remember,
  )
  const champsOf = await champsByType(
    db,
    rows.map((row) => row.type_source_id),
    remember,
  )
  const ofRow = (row: Row) => champsOf(row.type_source_id)
  const names = await nomLongByIds(
    db,
    rows.flatMap((row) => placeIds(ofRow(row), [row])),
    remember,
  )
  return rows.map((row) => hitOf(row, ofRow(row), names, highlights))
}
