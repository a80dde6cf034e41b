import { sql, type Transaction } from 'kysely'
import type { Db, Schema, SourceStatus, UserRole } from '../../src/db/schema.ts'
import { recomputeAll } from '../../src/features/lieux/rules/cascade.ts'
import { nomLong } from '../../src/features/lieux/rules/long-name.ts'
import { countTyped } from '../../src/features/releves/actions/activity.ts'
import { createReleves } from '../../src/features/releves/actions/records.ts'
import { recordTransition } from '../../src/features/sources/actions/sources.ts'
import { installReadyTypes, READY_TYPES } from '../../src/features/types-sources/actions/models.ts'
import { champsOf } from '../../src/features/types-sources/queries.ts'
import { createUser } from '../../src/features/users/actions/accounts.ts'
import { randomToken } from '../../src/lib/crypto.ts'
import { DAY_MS } from '../../src/lib/durations.ts'
import { AppError } from '../../src/lib/errors.ts'
import { sortKey } from '../../src/lib/text.ts'
import { actes, type Domicile, type Registre } from './acts.ts'
import { LIEUX } from './lieux.ts'
import { Hasard } from './random.ts'
import { DEPOTS, SECTIONS, SOURCES, type SourceDemo, USERS } from './sources.ts'

/** A demonstration account; the password is made at random and shown once. */
export interface DemoAccount {
  name: string
  role: UserRole
  password: string
}

/** Days ago on which the accounts of the demonstration were made. */
const OPENED = 480
/** Days between a submission and its decision. */
const DECIDED_AFTER = 4

interface Context {
  trx: Transaction<Schema>
  now: string
  h: Hasard
  lieux: Map<string, Domicile>
  users: Map<string, number>
  sections: Map<string, number>
  depots: Map<string, number>
}

async function seedLieux(trx: Transaction<Schema>, now: string): Promise<Map<string, Domicile>> {
  const types = new Map(
    (await trx.selectFrom('types_lieux').select(['id', 'nom']).execute()).map((row) => [row.nom, row.id]),
  )
  const made = new Map<
    string,
    Domicile & { chemin: string; ancestors: { nom: string; dans_nom_long: boolean | null }[] }
  >()
  for (const { parent, type, ...lieu } of LIEUX) {
    const above = parent === null ? undefined : made.get(parent)
    const ancestors = above ? [{ nom: parent ?? '', dans_nom_long: true }, ...above.ancestors] : []
    const nom_long = nomLong(lieu.nom, ancestors)
    const { id } = await trx
      .insertInto('lieux')
      .values({
        ...lieu,
        nom_tri: sortKey(lieu.nom),
        type_id: types.get(type) ?? null,
        lieu_parent_id: above?.id ?? null,
        nom_long,
        chemin: '',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const chemin = `${above?.chemin ?? '/'}${id}/`
    await trx.updateTable('lieux').set({ chemin }).where('id', '=', id).execute()
    made.set(lieu.nom, { id, nom_long, chemin, ancestors })
  }
  await recomputeAll(trx)
  return new Map([...made].map(([nom, { id, nom_long }]) => [nom, { id, nom_long }]))
}

async function named(trx: Db, table: 'sections' | 'depots', rows: { nom: string }[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const row of rows) {
    const values = { ...row, nom_key: sortKey(row.nom) }
    const { id } = await trx.insertInto(table).values(values).returning('id').executeTakeFirstOrThrow()
    ids.set(row.nom, id)
  }
  return ids
}

const must = <T>(map: Map<string, T>, key: string): T => {
  const value = map.get(key)
  if (value === undefined) throw new Error(`demo data: « ${key} » is not there`)
  return value
}

/** The way a source came to where it stands, step by step, as its page tells it. */
const STEPS: Record<SourceStatus, SourceStatus[]> = {
  a_relever: [],
  en_cours: ['en_cours'],
  a_valider: ['en_cours', 'a_valider'],
  validee: ['en_cours', 'a_valider', 'validee'],
  rejetee: ['en_cours', 'a_valider', 'rejetee'],
}

const daysBefore = (now: string, days: number): string => new Date(Date.parse(now) - days * DAY_MS).toISOString()

/** When each step was taken: work begins with the first record, and what follows the last one follows it by days. */
function dateOfStep(now: string, { jours: [first, last] }: SourceDemo, vers: SourceStatus): string {
  if (vers === 'en_cours') return daysBefore(now, first)
  return daysBefore(now, Math.max(0, vers === 'a_valider' ? last : last - DECIDED_AFTER))
}

async function seedTransitions({ trx, now, users }: Context, id: number, source: SourceDemo): Promise<void> {
  const [transcriber, manager] = [must(users, source.saisie), must(users, source.gestion)]
  await trx.deleteFrom('source_transitions').where('source_id', '=', id).execute()
  let de: SourceStatus = 'a_relever'
  for (const vers of STEPS[source.status]) {
    const isDecision = vers === 'validee' || vers === 'rejetee'
    const user_id = isDecision ? manager : transcriber
    await recordTransition(trx, { source_id: id, user_id, de, vers, now: dateOfStep(now, source, vers) })
    de = vers
  }
  if (source.motif) {
    await trx
      .updateTable('source_transitions')
      .set({ motif: source.motif })
      .where('source_id', '=', id)
      .where('vers', '=', 'rejetee')
      .execute()
  }
  const updated_at = dateOfStep(now, source, source.status)
  await trx.updateTable('sources').set({ status: source.status, updated_at }).where('id', '=', id).execute()
}

/** Records come by evenings, as in a real archive: the charts of a demonstration show months that differ. */
async function seedReleves({ trx, now, h, lieux, users }: Context, id: number, type: number, source: SourceDemo) {
  const [calendrier, de, a] = source.dates
  const registre: Registre = { calendrier, de, a, domiciles: source.domiciles.map((nom) => must(lieux, nom)) }
  const rows = actes(h, source.type, registre, source.releves)
  const champs = await champsOf(trx, type)
  const user_id = must(users, source.saisie)
  const [first, last] = source.jours
  for (let at = 0; at < rows.length; ) {
    const evening = Math.min(rows.length - at, 3 + ((at * 5) % 7))
    const end = at + evening
    const day = daysBefore(now, first - Math.round(((first - last) * end) / rows.length))
    const ids = await createReleves(trx, id, champs, rows.slice(at, end), { user_id, now: day })
    await countTyped(trx, { user_id, source_id: id, ids, now: day })
    at = end
  }
}

async function seedSource(context: Context, source: SourceDemo): Promise<void> {
  const { trx, now, lieux, users, sections, depots } = context
  const created = daysBefore(now, source.jours[0])
  const model = READY_TYPES.find((ready) => ready.cle === source.type)
  const type = await trx
    .selectFrom('types_sources')
    .select('id')
    .where('nom_key', '=', sortKey(model?.nom ?? ''))
    .executeTakeFirstOrThrow()
  const { id } = await trx
    .insertInto('sources')
    .values({
      titre: source.titre,
      titre_tri: sortKey(source.titre),
      type_source_id: type.id,
      lieu_id: must(lieux, source.lieu).id,
      section_id: source.section === null ? null : must(sections, source.section),
      depot_id: must(depots, source.depot),
      cote: source.cote,
      annee_debut: source.annees[0],
      annee_fin: source.annees[1],
      status: 'a_relever',
      champs_jusque: null,
      created_at: created,
      updated_at: created,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (source.assignee)
    await trx
      .insertInto('source_membres')
      .values({ source_id: id, user_id: must(users, source.saisie) })
      .execute()
  if (source.releves > 0) await seedReleves(context, id, type.id, source)
  await seedTransitions(context, id, source)
}

async function isEmpty(trx: Db): Promise<boolean> {
  const { rows } = await sql<{
    n: number
  }>`select (select count(*) from lieux) + (select count(*) from sources) as n`.execute(trx)
  return rows[0]?.n === 0
}

/**
 * Fills an empty site with a small believable archive: three sections, some forty real places, sources in every status, three
 * hundred records in the three calendars. All or nothing; AppError « conflit » where places or sources already exist.
 */
export async function seedDemo(db: Db, now: string, password = randomToken(10)): Promise<{ users: DemoAccount[] }> {
  return db.transaction().execute(async (trx) => {
    if (!(await isEmpty(trx)))
      throw new AppError(
        'conflit',
        'Ce site contient déjà des lieux ou des sources : les données de démonstration s’ajoutent à un site vide.',
      )
    await installReadyTypes(trx)
    const users = new Map<string, number>()
    for (const { name, role } of USERS) {
      users.set(
        name,
        await createUser(trx, {
          name,
          role,
          email: `${name}@demo.invalid`,
          password,
          must_change_password: false,
          now: daysBefore(now, OPENED),
        }),
      )
    }
    const context: Context = {
      trx,
      now,
      h: new Hasard(1789),
      lieux: await seedLieux(trx, now),
      users,
      sections: await named(trx, 'sections', SECTIONS),
      depots: await named(trx, 'depots', DEPOTS),
    }
    for (const { name, section, isManager } of USERS) {
      await trx
        .insertInto('section_membres')
        .values({ section_id: must(context.sections, section), user_id: must(users, name), is_manager: isManager })
        .execute()
    }
    for (const source of SOURCES) await seedSource(context, source)
    return { users: USERS.map(({ name, role }) => ({ name, role, password })) }
  })
}
