import { readsBeside } from '../../db/open.ts'
import type { Db } from '../../db/schema.ts'
import type { CurrentUser } from '../../web/env.ts'
import { listSessions } from '../auth/sessions.ts'
import { visibleSources } from '../droits/policy.ts'
import { actionLabel } from '../journal/rules/kinds.ts'
import { columnChoicesOf } from '../releves/queries/columns.ts'
import { passedEverywhere } from '../releves/queries/passed.ts'
import { sectionsOfUser } from '../users/queries.ts'
import { accountData } from './account-data-queries.ts'
import { BATCH, byId } from './by-id-queries.ts'
import { awaitedNews } from './own-searches-queries.ts'
import { arbitrations, secondReadings } from './second-data-queries.ts'

/** A record comes with its content where the person still sees its source, otherwise only with its date. */
function releves(db: Db, user: CurrentUser) {
  const seen = db.selectFrom('sources').select('sources.id').where(visibleSources(user))
  return byId(async (after) => {
    const rows = await db
      .selectFrom('releves')
      .select(['id', 'source_id', 'created_at', 'updated_at', 'data', 'etats', 'lectures'])
      .select((eb) => eb('source_id', 'in', seen).as('is_seen'))
      .where('created_by', '=', user.id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    return rows.map(({ data, etats, lectures, is_seen, ...row }) =>
      is_seen ? { ...row, data, etats, ...(lectures && { lectures }) } : row,
    )
  })
}

/** Versions looked at in one query: no index leads from a person to them, and one of its own would cost each save. */
const WINDOW = 20_000

async function* versions(db: Db, { id }: CurrentUser): AsyncGenerator<object[], void> {
  const { last } = await db
    .selectFrom('releve_versions')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  for (let after = 0; after < (last ?? 0); after += WINDOW)
    yield await db
      .selectFrom('releve_versions')
      .select(['id', 'releve_id', 'source_id', 'version', 'operation', 'created_at'])
      .where('user_id', '=', id)
      .where('id', '>', after)
      .where('id', '<=', after + WINDOW)
      .orderBy('id')
      .execute()
}

/** Corrections of the person's acts, each with its values where the source is still to be seen. */
function corrections(db: Db, user: CurrentUser) {
  const seen = db.selectFrom('sources').select('sources.id').where(visibleSources(user))
  return byId(async (after) => {
    const rows = await db
      .selectFrom('corrections')
      .select(['id', 'releve_id', 'source_id', 'champ', 'avant', 'apres', 'poids', 'motif', 'created_at', 'lue_at'])
      .select((eb) => eb('source_id', 'in', seen).as('is_seen'))
      .where('pour_id', '=', user.id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    return rows.map(({ avant, apres, motif, is_seen, ...row }) => (is_seen ? { ...row, avant, apres, motif } : row))
  })
}

/** Messages that the person wrote in threads. */
const messages = (db: Db, { id }: CurrentUser) =>
  byId((after) =>
    db
      .selectFrom('fil_messages')
      .select(['id', 'fil_id', 'source_id', 'texte', 'created_at'])
      .where('user_id', '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  )

/** Words of the person on acts that he or she read over. */
const verdicts = (db: Db, { id }: CurrentUser) =>
  byId((after) =>
    db
      .selectFrom('releve_avis')
      .select(['id', 'releve_id', 'source_id', 'version', 'verdict', 'poids', 'created_at'])
      .where('user_id', '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  )

const journal = (db: Db, { id }: CurrentUser) =>
  byId(async (after) => {
    const rows = await db
      .selectFrom('journal')
      .select(['id', 'at', 'adresse', 'action', 'resultat', 'detail'])
      .where('user_id', '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    return rows.map(({ action, ...row }) => ({ ...row, action: actionLabel(action) }))
  })

/** Drafts, decisions and files sent are the person's too. */
async function acts(db: Db, id: number) {
  return {
    brouillons: await db
      .selectFrom('brouillons')
      .select(['id', 'source_id', 'releve_id', 'contenu', 'motif', 'updated_at'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
    changements_de_statut: await db
      .selectFrom('source_transitions')
      .select(['id', 'source_id', 'de', 'vers', 'motif', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
    ouvertures_de_vos_actes: await db
      .selectFrom('ouvertures')
      .select(['mois', 'nombre'])
      .where('user_id', '=', id)
      .orderBy('mois')
      .execute(),
    orthographes: await db
      .selectFrom('orthographes')
      .select(['id', 'genre', 'signe', 'nom_a', 'nom_b', 'source', 'etat', 'created_at'])
      .where('auteur_id', '=', id)
      .orderBy('id')
      .execute(),
    orthographes_decidees: await db
      .selectFrom('orthographes')
      .select(['id', 'etat', 'motif', 'decidee_at'])
      .where('decideur_id', '=', id)
      .orderBy('id')
      .execute(),
    imports: await db
      .selectFrom('imports')
      .select(['id', 'kind', 'nom_fichier', 'etat', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
  }
}

/** Wishes to take a register, and the news asked of one. */
async function registers(db: Db, id: number) {
  return {
    registres_demandes: await db
      .selectFrom('demandes_registres')
      .select(['id', 'source_id', 'registre_id', 'message', 'etat', 'reponse', 'created_at', 'decide_at'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
    nouvelles_demandees: await db
      .selectFrom('rappels_registres')
      .select(['id', 'source_id', 'envoye_at', 'reponse', 'repondu_at'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
  }
}

/** Everything that fits in one answer each. */
async function about(db: Db, user: CurrentUser, secret: string | undefined): Promise<Record<string, unknown>> {
  const { id } = user
  return {
    compte: await accountData(db, id),
    sections: (await sectionsOfUser(db, id)).map(({ nom, kind }) => ({ nom, appartenance: kind })),
    sources_attribuees: await db
      .selectFrom('source_membres')
      .innerJoin('sources', 'sources.id', 'source_membres.source_id')
      .select(['sources.id', 'sources.titre'])
      .where('user_id', '=', id)
      .orderBy('sources.id')
      .execute(),
    sessions: (await listSessions(db, id, secret)).map(({ user_agent, created_at, vue_at }) => ({
      user_agent,
      created_at,
      vue_at,
    })),
    courriels_refuses: await db.selectFrom('courriels_refuses').select('kind').where('user_id', '=', id).execute(),
    notifications: await db
      .selectFrom('notifications')
      .select(['id', 'kind', 'source_id', 'created_at', 'lue_at', 'courriel_at'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
    colonnes_choisies: await columnChoicesOf(db, id),
    abreviations: await db
      .selectFrom('abreviations')
      .select(['abreviation', 'texte'])
      .where('user_id', '=', id)
      .orderBy('abreviation')
      .execute(),
    champs_passes: await passedEverywhere(db, id),
    ...(await awaitedNews(db, id)),
    ...(await acts(db, id)),
    ...(await registers(db, id)),
  }
}

/** `"name":[…]`, a batch at a time. */
async function* list(name: string, batches: AsyncGenerator<unknown[], void>): AsyncGenerator<string, void> {
  yield `,\n${JSON.stringify(name)}:[`
  let separator = '\n'
  for await (const rows of batches) {
    if (rows.length === 0) continue
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n')
    separator = ',\n'
  }
  yield ']'
}

/** Everything the site knows of a person, as JSON, in pieces; never a password, a token or the work of others. */
export async function* ownData(
  db: Db,
  user: CurrentUser,
  { siteName, now, secret }: { siteName: string; now: Date; secret: string | undefined },
): AsyncGenerator<string, void> {
  const head = { site: siteName, exporte_le: now.toISOString(), ...(await about(db, user, secret)) }
  yield JSON.stringify(head, null, 1).replace(/\n\}$/, '')
  // A whole archive may be read for it.
  const beside = readsBeside(db)
  yield* list('releves', releves(beside, user))
  yield* list('versions', versions(beside, user))
  yield* list('corrections_recues', corrections(beside, user))
  yield* list('avis_de_relecture', verdicts(beside, user))
  yield* list('secondes_saisies', secondReadings(beside, user))
  yield* list('arbitrages', arbitrations(beside, user))
  yield* list('messages', messages(beside, user))
  yield* list('journal', journal(beside, user))
  yield '\n}\n'
}
