// The coverage of an archive, on both engines: server time of the board, of the strip of a place, of the holes and of the fold
// below a search, with an inventory of registers beside the sources.
// Use: npm run bench -- couverture [--sources 5000] [--records 1000000] [--registers 10000] [--engine sqlite|postgres]
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../src/db/schema.ts'
import { ACT_KINDS } from '../src/db/schema-persons.ts'
import { cookieOf, onEngines, openSite, timePage } from './support/engines.ts'
import { insert, upTo } from './support/made-rows.ts'
import { NOW } from './support/random.ts'
import { cycled, fillRegister, placesFor } from './support/register.ts'
import { benchFolder, say } from './support/report.ts'

const { values: asked } = parseArgs({
  options: {
    sources: { type: 'string', default: '5000' },
    records: { type: 'string', default: '1000000' },
    registers: { type: 'string', default: '10000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
})
const SOURCES = Number(asked.sources)
const REGISTERS = Number(asked.registers)
const PLACES = placesFor(SOURCES)
/** Milliseconds at the 95th percentile. */
const GOALS: Record<string, number> = { SQLite: 40, PostgreSQL: 60 }
const DEPARTEMENTS = 5
const CANTONS = 100
const FIRST_COMMUNE = 2 + DEPARTEMENTS + CANTONS
const YEARS = 21
const folder = benchFolder()

/** A region, its départements, their cantons, and communes, which stand beneath. */
async function placesInLevels(db: Db): Promise<void> {
  const levels = ['Région', 'Département', 'Canton', 'Commune']
  const keys = ['region', 'departement', 'canton', 'commune']
  await db.deleteFrom('types_lieux').execute()
  await db
    .insertInto('types_lieux')
    .values(levels.map((nom, n) => ({ nom, nom_key: keys[n] ?? '', ordre: n })))
    .execute()
  const types = await db.selectFrom('types_lieux').select('id').orderBy('id').execute()
  const canton = sql`(2 + ${sql.lit(DEPARTEMENTS)} + id % ${sql.lit(CANTONS)})`
  const departement = (id: unknown) => sql`(2 + ${id} % ${sql.lit(DEPARTEMENTS)})`
  const [region, second, third, fourth] = types.map(({ id }) => sql.lit(id))
  await sql`update lieux set type_id = ${region} where id = 1`.execute(db)
  await sql`update lieux set type_id = ${second} where id between 2 and ${sql.lit(1 + DEPARTEMENTS)}`.execute(db)
  await sql`update lieux set type_id = ${third}, lieu_parent_id = ${departement(sql`id`)},
      chemin = '/1/' || ${departement(sql`id`)} || '/' || id || '/'
    where id between ${sql.lit(2 + DEPARTEMENTS)} and ${sql.lit(FIRST_COMMUNE - 1)}`.execute(db)
  await sql`update lieux set type_id = ${fourth}, lieu_parent_id = ${canton},
      chemin = '/1/' || ${departement(canton)} || '/' || ${canton} || '/' || id || '/'
    where id >= ${sql.lit(FIRST_COMMUNE)}`.execute(db)
}

/** Kinds of acts, records by year with years that have none, spans and gaps of some sources, pictures of others. */
async function yearsOfSources(db: Db): Promise<void> {
  await sql`update types_sources set acte = ${cycled(ACT_KINDS, sql.ref('id'))}`.execute(db)
  await sql`update sources set annee_fin = annee_debut + ${sql.lit(YEARS - 1)}`.execute(db)
  await sql`${upTo(YEARS)} insert into source_annees (source_id, annee, n)
    select s.id, s.annee_debut + i - 1, 10 from n cross join sources s where (s.id + i) % 7 <> 0`.execute(db)
  const rows = await db.selectFrom('sources').select(['id', 'annee_debut']).execute()
  await db.transaction().execute(async (trx) => {
    for (const { id, annee_debut } of rows) {
      const from = annee_debut ?? 0
      if (id % 9 === 0) {
        const annees = JSON.stringify([
          [from, from + 5],
          [from + 9, from + YEARS - 1],
        ])
        await trx.updateTable('sources').set({ annees }).where('id', '=', id).execute()
      }
      if (id % 10 === 0) {
        const lacunes = JSON.stringify([{ debut: from + 2, fin: from + 4, motif: 'Cahiers brûlés en 1944' }])
        await trx.updateTable('sources').set({ lacunes }).where('id', '=', id).execute()
      }
    }
  })
  await sql`insert into source_vues (source_id, numero, adresse)
    select id, 1, 'https://exemple.fr/1' from sources where id % 5 = 0`.execute(db)
}

/** The inventory; half of its first registers are transcribed by a source. */
async function inventory(db: Db): Promise<void> {
  const etat = cycled(['conserve', 'conserve', 'conserve', 'conserve', 'perdu'])
  await insert(
    db,
    'registres',
    'lieu_id, acte, cote, annee_debut, annee_fin, etat, created_at, updated_at',
    REGISTERS,
    sql`1 + i * 17 % ${sql.lit(PLACES)}, ${cycled(ACT_KINDS)}, '1 E ' || i, 1600 + i * 3 % 250, 1630 + i * 3 % 250, ${etat}, ${NOW}, ${NOW}`,
  )
  await sql`insert into registre_sources (source_id, registre_id) select id, id from sources
    where id % 2 = 0 and id <= ${sql.lit(REGISTERS)}`.execute(db)
}

const COMMUNE = FIRST_COMMUNE + 40
/** These pages are looked at; those with `true` have a goal. */
const PAGES: [what: string, path: string, hasGoal: boolean][] = [
  ['board', '/couverture', true],
  ['board of a département', '/couverture?lieu=2', true],
  ['board of years', '/couverture?annee_debut=1700&annee_fin=1750', true],
  ['board by section', '/couverture?par=section', true],
  ['strip of a commune', `/couverture/lieux/${COMMUNE}`, true],
  ['strip of a canton', `/couverture/lieux/${FIRST_COMMUNE - 1}`, true],
  ['strip of a département', '/couverture/lieux/2', true],
  ['strip of the region', '/couverture/lieux/1', true],
  ['what was searched', `/couverture/lieux/${COMMUNE}?de=1700&a=1750`, true],
  ['holes', '/couverture/trous', true],
  ['holes of a département', '/couverture/trous?lieu=2', true],
  ['list of sources', '/sources', false],
  ['registers to take', '/registres', false],
]

async function measure(label: string, url: string): Promise<void> {
  const { db, app } = await openSite(folder, url)
  await fillRegister(db, { sources: SOURCES, records: Number(asked.records), instants: [NOW] })
  await placesInLevels(db)
  await yearsOfSources(db)
  await inventory(db)
  await sql`analyze`.execute(db)
  say(`${label}: ${SOURCES} sources, ${asked.records} records, ${REGISTERS} registers, ${PLACES} places`)
  for (const role of ['admin', 'membre'] as const) {
    const cookie = await cookieOf(db, role)
    say(` ${role}`)
    for (const [what, path, hasGoal] of PAGES)
      await timePage(app, cookie, { what, path, goal: hasGoal ? GOALS[label] : undefined })
  }
  await db.destroy()
}

await onEngines(asked.engine, folder, measure)
