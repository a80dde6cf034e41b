import type { Champ } from '../../../champs/kind.ts'
import type { ReleveData, ReleveEtats, ReleveLectures } from '../../../db/schema.ts'
import { type RecordEntry, searchEntry } from '../../../search/entry.ts'

/** All that writing a record takes and that can be made before its transaction, while others write. */
export interface MadeAhead {
  /** The fields by which its entry was made. */
  champs: readonly Champ[]
  data: string
  etats: string
  entry: RecordEntry
}

interface Coming {
  data: ReleveData
  etats: ReleveEtats
  lectures?: ReleveLectures | null | undefined
}

/** Its id is not known yet. */
export const makeAhead = (
  champs: readonly Champ[],
  source_id: number,
  { data, etats, lectures }: Coming,
): MadeAhead => ({
  champs,
  data: JSON.stringify(data),
  etats: JSON.stringify(etats),
  entry: searchEntry(champs, { id: 0, source_id, data, etats, lectures }),
})

/** The index entry of a record, made now where it was not made ahead by these fields. */
export const entryOf = (
  champs: readonly Champ[],
  releve: Parameters<typeof searchEntry>[1] & { ahead?: MadeAhead | undefined },
): RecordEntry =>
  releve.ahead?.champs === champs ? { ...releve.ahead.entry, releve_id: releve.id } : searchEntry(champs, releve)
