import { sql } from 'kysely'
import type { AnyDb } from '../schema.ts'

export async function guardJournal(db: AnyDb): Promise<void> {
  await sql`create trigger journal_fixe before update on journal
    when new.adresse is not null or old.id is not new.id or old.at is not new.at or old.user_id is not new.user_id
      or old.action is not new.action or old.resultat is not new.resultat or old.objet is not new.objet
      or old.objet_id is not new.objet_id or old.detail is not new.detail or old.requete is not new.requete
    begin select raise(abort, 'the journal is append only'); end`.execute(db)
  await sql`create trigger journal_garde before delete on journal
    when old.at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-180 days')
    begin select raise(abort, 'the journal is append only'); end`.execute(db)
}
