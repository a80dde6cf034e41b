import { champText, KINDS, placeIds, storedValue, withPlaceNames } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { lecturesOf } from '../../../champs/lectures.ts'
import { personsOf } from '../../../champs/persons.ts'
import { dialectOf, type SearchKey } from '../../../db/dialect/index.ts'
import { prepared } from '../../../db/prepared.ts'
import { type Remember, readAnew } from '../../../db/remember.ts'
import type { Db, ReleveData } from '../../../db/schema.ts'
import { type DateValue, dateInTable } from '../../../lib/dates.ts'
import type { Highlights } from '../../../search/plan.ts'
import { nomLongByIds } from '../../lieux/queries/places.ts'
import { champsByType } from '../../types-sources/queries.ts'
import { passage } from '../rules/passages.ts'
import { namedPersons, tellings, whoOf } from '../rules/who.ts'
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

/** Other readings come first: nothing else of the line would say why the record is found. */
const readingsOf = (champs: readonly Champ[], { lectures }: Row) =>
  lectures === null
    ? []
    : champs.flatMap(({ nom, label }) =>
        lecturesOf(lectures, nom).map((text) => ({ label: `${label} (autre lecture)`, text })),
      )

function hitOf(row: Row, champs: Champ[], names: ReadonlyMap<number, string>, highlights: Highlights) {
  const data = withPlaceNames(champs, row.data, names)
  const persons = personsOf(champs, { data, etats: row.etats })
  const named = namedPersons(persons, row.acte)
  const fields = champs.filter((champ) => !SHOWN_APART.has(champ.nom))
  const told = tellings(fields, persons, named).map((telling) => ({
    label: telling.label,
    text: 'champ' in telling ? champText(telling.champ, data) : telling.text,
  }))
  const passages = [...readingsOf(champs, row), ...told].flatMap(({ label, text: whole }) => {
    const text = passage(whole, highlights)
    return text === undefined ? [] : [{ label, text }]
  })
  const { data: _whole, lectures: _readings, type_source_id: _type, acte, nom, prenom, ...shown } = row
  const who = whoOf(named, acte, { champs, etats: row.etats, nom, prenom })
  return { ...shown, who, date: dateOf(data), passages: passages.slice(0, MAX_PASSAGES) }
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
