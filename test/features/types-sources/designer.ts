import { champsOf, findChamp } from '../../../src/features/types-sources/queries.ts'
import type { TestApp } from '../../support/app.ts'
import type { ChampInput } from '../../support/factories.ts'

export const FIELDS: ChampInput[] = [
  { nom: 'date_evenement', label: 'Date', type: 'date' },
  { nom: 'nom', label: 'Nom' },
  { nom: 'age', label: 'Âge', type: 'number' },
  { nom: 'sexe', label: 'Sexe', type: 'select', options: ['M', 'F'] },
  { nom: 'notes', label: 'Notes', type: 'textarea' },
]

/** A type of source with five fields, a source of it, and what its designer's page does. */
export async function designer(t: TestApp) {
  const type = await t.make.typeSource({ nom: 'Décès', champs: FIELDS })
  const source = await t.make.source({ type })
  const admin = await t.as(t.admin)
  const champs = () => champsOf(t.db, type.id)
  const champ = async (nom: string) => {
    const found = (await champs()).find((one) => one.nom === nom)
    if (!found) throw new Error(`No field ${nom}`)
    return found
  }
  const noms = async () => (await champs()).map((one) => one.nom)
  const base = `/admin/types-sources/${type.id}/champs`
  /** Sends the form of a field as the page of this moment would. */
  const edit = async (id: number, fields: Record<string, string | number>) => {
    const { version } = await findChamp(t.db, type.id, id)
    return admin.post(`${base}/${id}`, { version, ...fields })
  }
  return { type, source, admin, champs, champ, noms, base, edit }
}

export const storedData = async (t: TestApp) =>
  (await t.db.selectFrom('releves').select('data').orderBy('id').execute()).map((row) => row.data)
