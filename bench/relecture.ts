// Acts read over one by one, on both engines: server time of the page of an act and of the decision, in a source of some thousand acts
// among a million. Use: npm run bench -- relecture [--sources 200] [--records 1000000] [--engine sqlite|postgres]
import { parseArgs } from 'node:util'
import type { Champ } from '../src/champs/kind.ts'
import type { Db } from '../src/db/schema.ts'
import { createTypeFromModel, modelByKey } from '../src/features/types-sources/actions/models.ts'
import { champsOf } from '../src/features/types-sources/queries.ts'
import { cookieOf, onEngines, openSite, timePage } from './support/engines.ts'
import { NOW } from './support/random.ts'
import { fillRegister } from './support/register.ts'
import { benchFolder, say } from './support/report.ts'

const { values: asked } = parseArgs({
  options: {
    sources: { type: 'string', default: '200' },
    records: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
})
/** Milliseconds at the 95th percentile, of the page of an act. */
const GOAL_MS = 20
/** Acts that the machine points at, and that somebody has read already. */
const POINTED = 100
const READ = 400
const folder = benchFolder()

/** Views of the source that is read: every act names one of them. */
const VIEWS = 300

/** A value in a field of a baptism, as a register of a parish has it. */
function baptismValue({ nom, type, options }: Champ, n: number): unknown {
  if (nom === 'vue') return String(1 + (n % VIEWS))
  if (type === 'number') return n
  if (type === 'boolean') return n % 9 === 0
  if (type === 'select') return options[n % options.length]
  if (type === 'place') return { id: 2 + (n % 40), nom_long: `Lieu ${2 + (n % 40)}, Bretagne` }
  if (type !== 'date') return `${nom.startsWith('nom') ? 'LE GOFF' : 'Marie Jeanne'} ${n % 97}`
  const iso = `17${10 + (n % 80)}-0${1 + (n % 9)}-1${n % 10}`
  return { valeur: iso, calendrier: 'gregorien', iso }
}

/** The acts of a source as baptisms with all their fields, each on a view of its register. */
async function asBaptisms(db: Db, sourceId: number): Promise<number> {
  const model = modelByKey('baptemes')
  if (!model) throw new Error('no model of baptisms')
  const type = await createTypeFromModel(db, model)
  const champs = await champsOf(db, type)
  await db.updateTable('sources').set({ type_source_id: type }).where('id', '=', sourceId).execute()
  const nothing = { libelle: null, ark: null, ark_vue: null, lien_id: null, iiif_base: null, image_id: null }
  for (let numero = 1; numero <= VIEWS; numero += 1)
    await db
      .insertInto('source_vues')
      .values({
        source_id: sourceId,
        numero,
        ...nothing,
        adresse: `https://exemple.fr/${numero}`,
        largeur: null,
        hauteur: null,
      })
      .execute()
  const acts = await db.selectFrom('releves').select('id').where('source_id', '=', sourceId).execute()
  await db.transaction().execute(async (trx) => {
    for (const { id } of acts) {
      const data = JSON.stringify(Object.fromEntries(champs.map((champ) => [champ.nom, baptismValue(champ, id)])))
      await trx.updateTable('releves').set({ data }).where('id', '=', id).execute()
    }
  })
  return champs.length
}

/** A submitted source with acts that are pointed at, and others that were read. */
async function submitted(db: Db): Promise<number> {
  const { id } = await db.selectFrom('sources').select('id').orderBy('id').limit(1).offset(7).executeTakeFirstOrThrow()
  await db.updateTable('sources').set({ status: 'a_valider', relecture: 'echantillon' }).where('id', '=', id).execute()
  const acts = await db
    .selectFrom('releves')
    .select(['id', 'version'])
    .where('source_id', '=', id)
    .orderBy('id')
    .execute()
  say(`  source of ${acts.length} acts, of ${await asBaptisms(db, id)} fields`)
  const user = await db.selectFrom('users').select('id').where('role', '=', 'gestionnaire').executeTakeFirstOrThrow()
  for (const { id: releve_id, version } of acts.slice(0, READ))
    await db
      .insertInto('releve_avis')
      .values({ source_id: id, releve_id, version, user_id: user.id, verdict: 'bon', poids: null, created_at: NOW })
      .execute()
  for (const { id: releve_id } of acts.slice(READ, READ + POINTED))
    await db
      .insertInto('avertissements')
      .values({ source_id: id, releve_id, genre: 'nom_rare', champ: 'nom', valeur: 'x', detail: null })
      .execute()
  return id
}

async function measure(label: string, url: string): Promise<void> {
  const { db, app } = await openSite(folder, url)
  await fillRegister(db, { sources: Number(asked.sources), records: Number(asked.records), instants: [NOW] })
  say(`${label}: ${asked.sources} sources, ${asked.records} records`)
  const source = await submitted(db)
  const cookie = await cookieOf(db, 'admin')
  for (const [what, path, goal] of [
    ['page of an act', `/revue/${source}/acte`, GOAL_MS],
    ['decision', `/revue/${source}`, undefined],
    ['my corrections', '/profil/corrections', undefined],
  ] as const)
    await timePage(app, cookie, { what, path, goal })
  await db.destroy()
}

await onEngines(asked.engine, folder, measure)
