// A site with all that people make, and new ones that it comes into.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { baseAt } from '../../../src/db/bases.ts'
import type { Db } from '../../../src/db/schema.ts'
import { remiseById } from '../../../src/features/emporter/actions/put-back.ts'
import { type Doing, lookThrough, takeUp, work } from '../../../src/features/emporter/actions/remises.ts'
import { writeFolder } from '../../../src/features/emporter/actions/write.ts'
import { inventoryOf } from '../../../src/features/emporter/queries/check.ts'
import { openLeft } from '../../../src/features/emporter/queries/opened-archive.ts'
import { createReleve, deleteReleve, updateReleve } from '../../../src/features/releves/actions/records.ts'
import { installReadyTypes } from '../../../src/features/types-sources/actions/models.ts'
import type { TestApp } from '../../support/app.ts'
import { factories } from '../../support/factories.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { sharedDb } from '../../support/shared-db.ts'

export const AT = '2026-11-23T10:00:00.000Z'
const clock = () => new Date(AT)
const T = '2026-03-01T08:00:00.000Z'

/** A folder that goes when the test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'releves-emporter-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Everything of a site in a new folder. */
export async function leave(db: Db): Promise<string> {
  const folder = join(newFolder(), 'tout')
  await writeFolder(db, folder, { site: 'Relevés', at: AT })
  return folder
}

/** The files of a folder by name, but those that hold the moment at which they were written. */
export function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name))
  names.splice(names.indexOf('inventaire.json'), 1)
  return new Map(names.toSorted().map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

/** A site as it is installed: ready types, and one administrator. */
export async function installed(db: Db, admin = 'admin'): Promise<Db> {
  await installReadyTypes(db)
  await factories(db).user({ name: admin, role: 'admin' })
  return db
}

/** A new site on the engine that the run is not about; a run on SQLite has one of its own kind. */
export async function elsewhere(): Promise<Db> {
  const base = baseAt(`sqlite:${join(temporaryFolder(), 'ailleurs.sqlite')}`)
  const arrival = await base.arrive()
  await arrival.install(async () => true, [])
  const db = base.open()
  onTestFinished(() => db.destroy())
  return installed(db)
}

/** A new site on the engine of the run. */
export async function newSite(admin?: string): Promise<Db> {
  const { db } = await sharedDb(temporaryFolder())
  return installed(db, admin)
}

/** Looks an archive through and puts it back, as the command does. `alive` may stop it. */
export async function comeBack(db: Db, path: string, alive: Doing['alive'] = async () => {}) {
  const opened = await openLeft(path)
  try {
    const { id, isBegun } = await takeUp(db, path, (await inventoryOf(opened)).empreinte, clock())
    if (!isBegun) {
      await lookThrough({ db, clock, alive: async () => {} }, id, opened)
      await db.updateTable('remises').set({ etat: 'en_cours' }).where('id', '=', id).execute()
    }
    const remise = await remiseById(db, id)
    if (remise) await work({ db, clock, alive }, remise, opened)
    return (await remiseById(db, id))?.detail.fichiers ?? []
  } finally {
    opened.close()
  }
}

/** Groups, couples, defaults, notes, moves, merged places, spellings, deleted and inserted records, drafts. */
export async function furnish(t: TestApp, source: { id: number; type: { id: number } }): Promise<void> {
  const { db, make, marie, rene, saintMalo } = t
  const groupe = (row: object) =>
    db
      .insertInto('groupes')
      .values({ type_source_id: source.type.id, ordre: 1, libelle: 'Enfant', role: 'principal', ...row })
      .returning('id')
      .executeTakeFirstOrThrow()
  const enfant = await groupe({})
  const pere = await groupe({ ordre: 2, libelle: 'Père', role: 'pere', de_groupe_id: enfant.id })
  await db.updateTable('groupes').set({ de_groupe_id: pere.id }).where('id', '=', enfant.id).execute()
  await db
    .updateTable('champs')
    .set({ groupe_id: enfant.id, partie: 'nom', politique: 'defaut', anciennes: '["H"]' })
    .where('nom', '=', 'nom')
    .execute()
  await db.updateTable('users').set({ note: 'Solde : 12 points ; « à revoir »' }).where('id', '=', marie.id).execute()
  await db
    .updateTable('sources')
    .set({
      defauts: JSON.stringify({ nom: 'Le Goff' }),
      note: 'l\u2028igne "une";\ndeux',
      annees: '[[1760,1768]]',
      lacunes: '[{"debut":1762,"fin":1763,"motif":""}]',
    })
    .where('id', '=', source.id)
    .execute()
  await db.insertInto('source_membres').values({ source_id: source.id, user_id: marie.id }).execute()
  const move = { source_id: source.id, user_id: rene.id, de: 'a_relever', vers: 'en_cours', created_at: T } as const
  await db.insertInto('source_transitions').values(move).execute()
  const merged = { lieu_id: 4242, nom_long: 'Lieu disparu', vers_id: 1, vers_nom_long: 'Bretagne', nb_lieux: 0 }
  await db
    .insertInto('lieux_fusions')
    .values({ ...merged, nb_sources: 1, user_id: rene.id, created_at: T })
    .execute()
  await db
    .insertInto('abreviations')
    .values({
      section_id: saintMalo.id,
      abreviation: 'lab',
      texte: 'laboureur',
      recherche: 'lab laboureur',
      created_at: T,
      updated_at: T,
    })
    .execute()
  const draft = {
    user_id: marie.id,
    source_id: source.id,
    cle: 'jeton',
    version: 0,
    contenu: '{"data[nom]":"LE GO"}',
    updated_at: T,
  }
  await db.insertInto('brouillons').values(draft).execute()
  const lieu = await make.lieu({ nom: 'Dinard' })
  const line = { lieu_id: lieu.id, acte: 'bapteme', annee_debut: 1760, annee_fin: 1768, etat: 'conserve' } as const
  const register = await db
    .insertInto('registres')
    .values({ ...line, cote: '10 NUM 1', created_at: T, updated_at: T })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('registre_sources').values({ source_id: source.id, registre_id: register.id }).execute()
  await histories(t, source)
  await make.depot({ nom: 'Archives d’Ille-et-Vilaine' })
  // A number that a deleted row had is never given again.
  const gone = await make.section({ nom: 'Passagère' })
  await db.deleteFrom('sections').where('id', '=', gone.id).execute()
}

/** Records that were changed, deleted, inserted between others, and one that came from another program. */
async function histories({ db, marie }: TestApp, source: { id: number }): Promise<void> {
  const by = { user_id: marie.id, now: T }
  const add = (nom: string, more: { apres?: number } = {}) =>
    createReleve(db, { source_id: source.id, data: { nom }, ...by, ...more })
  const changed = await add('Ancien')
  const deleted = await add('Supprimé')
  await add('Inséré', { apres: changed })
  await updateReleve(db, {
    id: changed,
    version: 1,
    data: { nom: 'Nouveau' },
    etats: { nom: 'douteux' },
    lectures: { nom: ['Nouveaux'] },
    ...by,
  })
  await deleteReleve(db, { id: deleted, ...by })
  await db.insertInto('origines_actes').values({ releve_id: changed, origine: 'nimegue', ident: '12' }).execute()
}
