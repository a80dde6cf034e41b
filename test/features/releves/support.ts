import type { Db } from '../../../src/db/schema.ts'
import type { TestApp } from '../../support/app.ts'

/** A register of Saint-Malo in which marie may write, with its place. */
export async function register(t: TestApp, input: Parameters<TestApp['make']['source']>[0] = {}) {
  const lieu = await t.make.lieu({ nom: 'Pleurtuit' })
  const source = await t.make.source({ section: t.saintMalo, lieu, annee_debut: 1780, annee_fin: 1802, ...input })
  return { lieu, source, path: `/sources/${source.id}/releves` }
}

/** An act as a form sends it. */
export const ACT = {
  'data[date_evenement][valeur]': '12/08/1787',
  'data[date_evenement][calendrier]': 'gregorien',
  'data[nom]': 'Lefèvre',
  'data[prenom]': 'Anne Marie',
  'data[sexe]': 'F',
  'data[ondoye]': 'non',
  'data[numero]': '12,5',
  'texte:data[domicile]': '',
  'data[domicile]': '',
  'data[notes]': 'Marraine\nabsente',
}

export const releves = (t: TestApp) => t.db.selectFrom('releves').selectAll().orderBy('id').execute()

/** Everything a record leaves behind: none of it may be there after a refusal. */
export async function traces(t: TestApp) {
  const [rows, versions, words, source] = await Promise.all([
    releves(t),
    t.db.selectFrom('releve_versions').selectAll().execute(),
    t.db.selectFrom('mots').selectAll().execute(),
    t.db.selectFrom('sources').select('nb_releves').orderBy('id').executeTakeFirst(),
  ])
  return { rows: rows.length, versions: versions.length, words: words.length, counted: source?.nb_releves }
}

export const NO_TRACE = { rows: 0, versions: 0, words: 0, counted: 0 }

/** Records a month of each source: as the counters have it, and as it is. */
export async function monthsOf(db: Db) {
  const counted = await db.selectFrom('source_mois').selectAll().where('n', '<>', 0).execute()
  const stored = await db.selectFrom('releves').select(['source_id', 'created_at']).execute()
  const actual = new Map<string, number>()
  for (const { source_id, created_at } of stored) {
    const key = `${source_id} ${created_at.slice(0, 7)}`
    actual.set(key, (actual.get(key) ?? 0) + 1)
  }
  return {
    counted: Object.fromEntries(counted.map(({ source_id, mois, n }) => [`${source_id} ${mois}`, n])),
    actual: Object.fromEntries(actual),
  }
}

/** Records a year of each source: as the counters have it, and as it is. */
export async function yearsOf(db: Db) {
  const counted = await db.selectFrom('source_annees').selectAll().where('n', '<>', 0).execute()
  const stored = await db.selectFrom('releves').select(['source_id', 'date_evenement']).execute()
  const actual = new Map<string, number>()
  for (const { source_id, date_evenement } of stored) {
    if (date_evenement === null) continue
    const key = `${source_id} ${Number(date_evenement.slice(0, 4))}`
    actual.set(key, (actual.get(key) ?? 0) + 1)
  }
  return {
    counted: Object.fromEntries(counted.map(({ source_id, annee, n }) => [`${source_id} ${annee}`, n])),
    actual: Object.fromEntries(actual),
  }
}

/** Records of each source that hold something in a field: as the counts have it, and as it is. */
export async function fieldsOf(db: Db) {
  const counted = await db.selectFrom('source_champs').selectAll().where('n', '<>', 0).execute()
  const actual = new Map<string, number>()
  for (const { source_id, data, etats } of await db.selectFrom('releves').selectAll().execute()) {
    const values = Object.keys(data).filter((nom) => data[nom] !== null)
    for (const nom of new Set([...values, ...Object.keys(etats)])) {
      const key = `${source_id} ${nom}`
      actual.set(key, (actual.get(key) ?? 0) + 1)
    }
  }
  return {
    counted: Object.fromEntries(counted.map(({ source_id, nom, n }) => [`${source_id} ${nom}`, n])),
    actual: Object.fromEntries(actual),
  }
}
