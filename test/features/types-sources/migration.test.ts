import { expect, onTestFinished, test } from 'vitest'
import { up } from '../../../db/migrations/0055_champs_anciennes.ts'
import { up as groups } from '../../../db/migrations/0060_groupes.ts'
import type { AnyDb, Db } from '../../../src/db/schema.ts'
import { champsOf, findType } from '../../../src/features/types-sources/queries.ts'
import { testDb } from '../../support/db.ts'
import { factories } from '../../support/factories.ts'

test('the options that were taken out of a list before it remembered them are those that records hold', async () => {
  const { db, close } = await testDb()
  onTestFinished(close)
  const make = factories(db)
  const champs = [{ nom: 'sexe', type: 'select' as const, options: ['M'] }, { nom: 'notes' }]
  const type = await make.typeSource({ champs })
  const source = await make.source({ type })
  for (const sexe of ['M', 'F', '?', 'F']) await make.releve(source, { sexe, notes: 'un mot' })
  await db.schema.alterTable('champs').dropColumn('anciennes').execute()
  await up(db)
  expect((await champsOf(db, type.id)).map(({ anciennes }) => anciennes)).toEqual([['?', 'F'], []])
})

/** Takes away all that migration 0060 makes. */
async function withoutGroups(db: Db): Promise<void> {
  await db.schema.dropIndex('champs_groupe').execute()
  for (const column of ['groupe_id', 'partie']) await db.schema.alterTable('champs').dropColumn(column).execute()
  await db.schema.dropTable('groupes').execute()
  await db.schema.alterTable('types_sources').dropColumn('acte').execute()
}

test('types of before get their persons by the names of their fields, and their records stay as they are', async () => {
  const { db, close } = await testDb()
  onTestFinished(close)
  const make = factories(db)
  const named = (names: string) => names.split(' ').map((nom) => ({ nom }))
  const fields = 'date_evenement nom prenom age_epoux nom_epouse nom_pere_epouse decede_pere_epouse notes'
  const wedding = await make.typeSource({ nom: 'Mariages (paroissiaux)', champs: named(fields) })
  const farm = await make.typeSource({ champs: named('ferme loyer') })
  const source = await make.source({ type: wedding })
  await make.releve(source, { nom: 'Martin', nom_epouse: 'Hamon' })
  const before = await db.selectFrom('releves').selectAll().execute()
  await withoutGroups(db)
  await groups(db as unknown as AnyDb)
  const placed = async (id: number) =>
    (await champsOf(db, id)).map(({ nom, groupe, partie }) => [nom, groupe?.libelle, groupe?.role, partie])
  expect(await placed(wedding.id)).toEqual([
    ['date_evenement', 'Repères', null, null],
    ['nom', 'Époux', 'principal', 'nom'],
    ['prenom', 'Époux', 'principal', 'prenom'],
    ['age_epoux', 'Époux', 'principal', 'age'],
    ['nom_epouse', 'Épouse', 'principal', 'nom'],
    ['nom_pere_epouse', 'Père de l’épouse', 'pere', 'nom'],
    ['decede_pere_epouse', 'Père de l’épouse', 'pere', 'decede'],
    ['notes', 'Notes', null, null],
  ])
  expect(await placed(farm.id)).toEqual([
    ['ferme', 'Autres', null, null],
    ['loyer', 'Autres', null, null],
  ])
  const kin = await db
    .selectFrom('groupes')
    .innerJoin('groupes as of', 'of.id', 'groupes.de_groupe_id')
    .select(['groupes.libelle', 'of.libelle as de'])
    .execute()
  expect(kin).toEqual([{ libelle: 'Père de l’épouse', de: 'Épouse' }])
  expect((await findType(db, wedding.id)).acte).toBe('mariage')
  expect(await db.selectFrom('releves').selectAll().execute()).toEqual(before)
})
