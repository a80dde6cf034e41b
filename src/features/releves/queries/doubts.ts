import { champText } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import type { Db } from '../../../db/schema.ts'
import { sortKey } from '../../../lib/text.ts'
import { actDoubts } from '../rules/doubts.ts'
import { yearWarning } from '../rules/year-warning.ts'
import type { Releve } from './records.ts'

/** Acts of one day that are compared at most. */
const MOST = 50

/** Surnames and first names of those whom the act is about; undefined where they are too few to say that two acts are one. */
function namesOf(champs: readonly Champ[], { data }: Pick<Releve, 'data'>): string | undefined {
  const fields = champs.filter(
    ({ groupe, partie }) => groupe?.role === 'principal' && (partie === 'nom' || partie === 'prenom'),
  )
  const texts = fields.map((champ) => sortKey(champText(champ, data)))
  return texts.filter((text) => text !== '').length >= 2 ? texts.join('|') : undefined
}

/** Another act of the source with the same day and the same names. */
async function twinOf(db: Db, champs: readonly Champ[], releve: Releve): Promise<number | undefined> {
  const names = namesOf(champs, releve)
  if (names === undefined || releve.date_evenement === null) return undefined
  const rows = await db
    .selectFrom('releves')
    .select(['id', 'data'])
    .where('source_id', '=', releve.source_id)
    .where('date_evenement', '=', releve.date_evenement)
    .where('id', '!=', releve.id)
    .limit(MOST)
    .execute()
  return rows.find((row) => namesOf(champs, row) === names)?.id
}

interface Source {
  annee_debut: number | null
  annee_fin: number | null
}

/** Sentences on what is odd about a record that is stored: to be looked at, never refused. */
export async function doubtsAbout(db: Db, source: Source, champs: readonly Champ[], releve: Releve): Promise<string[]> {
  const year = yearWarning(source, releve.data)
  const twin = await twinOf(db, champs, releve)
  return [
    ...(year === null ? [] : [year]),
    ...actDoubts(champs, releve.data).map(({ phrase }) => phrase),
    ...(twin === undefined
      ? []
      : [`Même date et mêmes noms que le relevé n°\u00a0${twin}\u00a0: l’acte est-il déjà saisi\u00a0?`]),
  ]
}
