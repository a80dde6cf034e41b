import type { Db } from '../../db/schema.ts'
import type { JournalResultat } from '../../db/schema-acces.ts'
import { breathe } from '../../lib/breath.ts'
import type { JournalAction } from './rules/kinds.ts'

/** `id` is null where nobody is known yet, or where the command line acts. */
export interface Actor {
  id: number | null
  /** Address of the client. */
  adresse: string | null
  /** Reference of the request, as the log has it. */
  requete: string | null
}

/** Somebody without a request: a task, the command line (null). */
export const actorWithout = (id: number | null): Actor => ({ id, adresse: null, requete: null })

export interface JournalEntry {
  action: JournalAction
  /** Done, unless said otherwise. */
  resultat?: JournalResultat
  objet?: 'user' | 'import' | 'source'
  objet_id?: number
  /** Identifiers, figures and our own words; never a name, an address or what somebody typed: those could not be erased. */
  detail?: Record<string, string | number | readonly string[]>
}

/** Writes a line, in the transaction of what it tells where there is one. `now`: ISO instant. */
export async function record(db: Db, by: Actor, entry: JournalEntry, now: string): Promise<void> {
  const { action, resultat = 'ok', objet, objet_id, detail = {} } = entry
  await db
    .insertInto('journal')
    .values({
      at: now,
      user_id: by.id,
      adresse: by.adresse,
      requete: by.requete,
      action,
      resultat,
      objet: objet ?? null,
      objet_id: objet_id ?? null,
      detail: JSON.stringify(detail),
    })
    .execute()
}

/** Takes the addresses of the client out of what a person did or tried: all that the journal itself knows of them. */
export async function forgetAddresses(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable('journal')
    .set({ adresse: null })
    .where('adresse', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        // Log-ins that failed, perhaps the person's own.
        eb.and([eb('user_id', 'is', null), eb('objet', '=', 'user'), eb('objet_id', '=', userId)]),
      ]),
    )
    .execute()
}

/** The database itself refuses to delete what is younger than 180 days. */
const SHORTEST_MONTHS = 6
const PURGED_AT_ONCE = 500

/** Removes what is older than `months`, in batches. Hourly. */
export async function purgeJournal(db: Db, now: Date, months: number): Promise<void> {
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - Math.max(SHORTEST_MONTHS, months))
  for (;;) {
    const rows = await db
      .selectFrom('journal')
      .select('id')
      .where('at', '<', before.toISOString())
      .orderBy('at')
      .limit(PURGED_AT_ONCE)
      .execute()
    if (rows.length === 0) return
    await db
      .deleteFrom('journal')
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute()
    await breathe()
  }
}
