import type { Db } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import type { CurrentUser } from '../../../web/env.ts'

/** A source in progress in which nobody has typed, saved a draft or changed anything since that instant. */
const silent = (db: Db, since: string) =>
  db
    .selectFrom('sources')
    .where('sources.status', '=', 'en_cours')
    .where('sources.retrait_at', 'is', null)
    .where('sources.updated_at', '<', since)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('saisies')
            .select('user_id')
            .whereRef('saisies.source_id', '=', 'sources.id')
            .where('derniere_at', '>=', since),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('brouillons')
            .select('id')
            .whereRef('brouillons.source_id', '=', 'sources.id')
            .where('brouillons.updated_at', '>=', since),
        ),
      ),
    )

/**
 * Open accounts that are members of silent sources, and whom nobody asked for news since, or who said since `since` that they go on; people in a pause on
 * this day (ISO) are left alone.
 */
export function silentMembers(db: Db, since: string, day: string) {
  return silent(db, since)
    .innerJoin('source_membres', 'source_membres.source_id', 'sources.id')
    .innerJoin('users', 'users.id', 'source_membres.user_id')
    .select(['sources.id as source_id', 'sources.titre', 'users.id as user_id'])
    .where('users.is_active', '=', true)
    .where((eb) => eb.or([eb('users.pause_jusque', 'is', null), eb('users.pause_jusque', '<', day)]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('rappels_registres as asked')
            .select('asked.id')
            .whereRef('asked.source_id', '=', 'sources.id')
            .whereRef('asked.user_id', '=', 'users.id')
            .where((e) =>
              e.or([
                e('asked.repondu_at', '>=', since),
                e.and([e('asked.reponse', 'is', null), e('asked.envoye_at', '>=', e.ref('sources.updated_at'))]),
              ]),
            )
            // A record typed after a reminder without answer begins the count anew.
            .where((e) =>
              e.not(
                e.exists(
                  e
                    .selectFrom('saisies as later')
                    .select('later.user_id')
                    .whereRef('later.source_id', '=', 'sources.id')
                    .whereRef('later.derniere_at', '>', e.ref('asked.envoye_at')),
                ),
              ),
            ),
        ),
      ),
    )
    .orderBy('users.id')
    .orderBy('sources.id')
    .execute()
}

/** Reminders that waited since before that instant without an answer, of sources that nobody moved since. */
export const unanswered = (db: Db, before: string) =>
  db
    .selectFrom('rappels_registres as asked')
    .innerJoin('sources', 'sources.id', 'asked.source_id')
    .select(['asked.id', 'asked.envoye_at', 'sources.id as source_id', 'sources.titre', 'sources.section_id'])
    .where('asked.reponse', 'is', null)
    .where('asked.signale_at', 'is', null)
    .where('asked.envoye_at', '<', before)
    .where('sources.status', '=', 'en_cours')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('source_membres')
          .select('source_membres.user_id')
          .whereRef('source_membres.source_id', '=', 'sources.id')
          .whereRef('source_membres.user_id', '=', 'asked.user_id'),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('saisies')
            .select('saisies.user_id')
            .whereRef('saisies.source_id', '=', 'sources.id')
            .whereRef('saisies.derniere_at', '>', eb.ref('asked.envoye_at')),
        ),
      ),
    )
    .orderBy('asked.id')
    .execute()

const reminders = (db: Db) =>
  db
    .selectFrom('rappels_registres')
    .innerJoin('sources', 'sources.id', 'rappels_registres.source_id')
    .innerJoin('users', 'users.id', 'rappels_registres.user_id')
    .select(['rappels_registres.id', 'rappels_registres.user_id', 'rappels_registres.source_id'])
    .select(['rappels_registres.reponse', 'rappels_registres.envoye_at', 'users.name', 'users.is_active'])
    .select(['sources.titre', 'sources.nb_releves', 'sources.annee_debut', 'sources.annee_fin', 'sources.section_id'])

/** A reminder with its source; undefined where there is none of this id. */
export const findReminder = (db: Db, id: number) =>
  reminders(db).where('rappels_registres.id', '=', id).executeTakeFirst()

export type Reminder = NonNullable<Awaited<ReturnType<typeof findReminder>>>

/** Those that this person has not answered, of sources entrusted to him or her still. */
export const openReminders = (db: Db, userId: number): Promise<Reminder[]> =>
  reminders(db)
    .innerJoin('source_membres', (join) =>
      join
        .onRef('source_membres.source_id', '=', 'sources.id')
        .onRef('source_membres.user_id', '=', 'rappels_registres.user_id'),
    )
    .where('rappels_registres.user_id', '=', userId)
    .where('rappels_registres.reponse', 'is', null)
    .where('sources.status', '=', 'en_cours')
    .orderBy('rappels_registres.id')
    .execute()

/** Sources that this user manages whose members did not answer, each once. */
export async function withoutAnswer(db: Db, user: CurrentUser) {
  if (user.role === 'membre') return []
  const managed = db
    .selectFrom('section_membres')
    .select('section_id')
    .where('user_id', '=', user.id)
    .where('is_manager', '=', true)
  return db
    .selectFrom('sources')
    .select(['sources.id', 'sources.titre', 'sources.nb_releves'])
    .where('sources.status', '=', 'en_cours')
    .where('sources.id', 'in', (eb) =>
      eb
        .selectFrom('rappels_registres')
        .innerJoin('source_membres', (join) =>
          join
            .onRef('source_membres.source_id', '=', 'rappels_registres.source_id')
            .onRef('source_membres.user_id', '=', 'rappels_registres.user_id'),
        )
        .select('rappels_registres.source_id')
        .where('rappels_registres.signale_at', 'is not', null)
        .where('rappels_registres.reponse', 'is', null),
    )
    .$if(user.role !== 'admin', (query) => query.where('sources.section_id', 'in', managed))
    .orderBy('sources.titre_tri')
    .orderBy('sources.id')
    .execute()
}

export type SilentSource = Awaited<ReturnType<typeof withoutAnswer>>[number]

/** Those of its members who did not answer, for whoever manages the source; AppError `conflit` where somebody gave news meanwhile. */
export async function silentPeople(db: Db, sourceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('rappels_registres')
    .innerJoin('source_membres', (join) =>
      join
        .onRef('source_membres.source_id', '=', 'rappels_registres.source_id')
        .onRef('source_membres.user_id', '=', 'rappels_registres.user_id'),
    )
    .select('rappels_registres.user_id')
    .distinct()
    .where('rappels_registres.source_id', '=', sourceId)
    .where('signale_at', 'is not', null)
    .where('reponse', 'is', null)
    .orderBy('rappels_registres.user_id')
    .execute()
  if (rows.length === 0) throw new AppError('conflit', 'Des nouvelles de cette source sont arrivées entre-temps.')
  return rows.map(({ user_id }) => user_id)
}
