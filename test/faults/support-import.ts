// An import that is under way while something breaks.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Db } from '../../src/db/schema.ts'
import { confirmImport, createImport } from '../../src/features/imports/actions/steps.ts'
import { importById } from '../../src/features/imports/queries/imports.ts'
import { importFolder } from '../../src/features/imports/rules/files.ts'
import type { Broken } from './support.ts'

/** How many it brings. */
export const PLACES = 30_000

/** An import of places that the site is in the middle of. */
export async function importing({ storage, db }: Broken): Promise<number> {
  const text = `nom\n${Array.from({ length: PLACES }, (_, n) => `Écart ${n}`).join('\n')}\n`
  mkdirSync(importFolder(storage), { recursive: true })
  writeFileSync(join(importFolder(storage), 'lieux.csv'), text)
  const { id: user_id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const file = {
    nom_fichier: 'lieux.csv',
    fichier: 'lieux.csv',
    taille: text.length,
    empreinte: 'x',
    encodage: 'utf-8',
  }
  const id = await createImport(db, { kind: 'lieux', cible_id: null, user_id, ...file }, '', new Date())
  await expect.poll(async () => (await importById(db, id))?.etat, { timeout: 60_000, interval: 100 }).toBe('pret')
  const planned = await importById(db, id)
  if (planned) await confirmImport(db, planned, new Date())
  await expect
    .poll(async () => (await importById(db, id))?.creees, { timeout: 30_000, interval: 20 })
    .toBeGreaterThan(0)
  return id
}

/** Those of them that are there. */
export const placesOf = async (db: Db): Promise<number> =>
  (await db.selectFrom('lieux').select('id').where('nom', 'like', 'Écart %').execute()).length
