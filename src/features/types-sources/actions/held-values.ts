import { convertedTo, excerptOfValue, type Taker } from '../../../champs/convert.ts'
import { storedValue } from '../../../champs/index.ts'
import type { Db, ReleveData, ReleveLectures } from '../../../db/schema.ts'
import { relevesOfType, storedText } from '../queries.ts'

const BATCH = 500
/** Values named in a message. */
const MAX_EXAMPLES = 3

interface Held {
  id: number
  source_id: number
  version: number
  data: ReleveData
  lectures: ReleveLectures | null
  value: unknown
}

/** The records of a type that hold a value under a name, in the order of their ids. */
export async function* heldUnder(db: Db, typeId: number, nom: string): AsyncGenerator<Held> {
  for (let after = 0; ; ) {
    const rows = await relevesOfType(db, typeId)
      .select(['releves.id', 'releves.source_id', 'releves.version', 'releves.data', 'releves.lectures'])
      .where(storedText(nom), 'is not', null)
      .where('releves.id', '>', after)
      .orderBy('releves.id')
      .limit(BATCH)
      .execute()
    for (const row of rows) yield { ...row, value: storedValue(row.data, nom) }
    if (rows.length < BATCH) return
    after = rows[rows.length - 1]?.id ?? after
  }
}

/** Values that a field could not take, some of them in words: « trois ans », « inconnu »… */
export interface Misfits {
  count: number
  examples: string[]
}

/** The values under a name that a field of this kind could not take. `enough`: stop at so many examples. */
export async function misfitsUnder(
  db: Db,
  typeId: number,
  champ: Taker & { nom: string },
  enough = Number.POSITIVE_INFINITY,
): Promise<Misfits> {
  let count = 0
  const examples = new Set<string>()
  for await (const { value } of heldUnder(db, typeId, champ.nom)) {
    if (convertedTo(champ, value) !== undefined) continue
    count += 1
    if (examples.size < MAX_EXAMPLES) examples.add(excerptOfValue(value))
    if (examples.size >= enough) break
  }
  return { count, examples: [...examples] }
}

/** Some of these values in words, for a message that has counted them. */
export const examplesUnder = async (db: Db, typeId: number, champ: Taker & { nom: string }): Promise<string> =>
  namely(await misfitsUnder(db, typeId, champ, MAX_EXAMPLES))

/** « « trois ans », « inconnu » », with « … » where there are more. */
export const namely = ({ count, examples }: Misfits): string =>
  `${examples.join(', ')}${count > examples.length ? '…' : ''}`

/** How many records of a type hold each of these texts under a name; nothing for those that none holds. */
export async function countTexts(
  db: Db,
  typeId: number,
  nom: string,
  texts: readonly string[],
): Promise<Map<string, number>> {
  if (texts.length === 0) return new Map()
  const rows = await relevesOfType(db, typeId)
    .select([storedText(nom).as('texte')])
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(storedText(nom), 'in', texts)
    .groupBy('texte')
    .execute()
  return new Map(rows.map(({ texte, n }) => [texte ?? '', n]))
}

/** Those of these texts that a version of a record of the type held under a name, be it deleted or changed since. */
export async function everHeld(db: Db, typeId: number, nom: string, texts: readonly string[]): Promise<string[]> {
  if (texts.length === 0) return []
  const texte = storedText(nom, 'releve_versions')
  const rows = await db
    .selectFrom('releve_versions')
    .innerJoin('sources', 'sources.id', 'releve_versions.source_id')
    .select(texte.as('texte'))
    .distinct()
    .where('sources.type_source_id', '=', typeId)
    .where(texte, 'in', texts)
    .execute()
  const held = new Set(rows.map((row) => row.texte))
  return texts.filter((text) => held.has(text))
}
