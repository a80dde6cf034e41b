import { sql } from 'kysely'
import type { AnyDb } from '../schema.ts'

export async function guardJournal(db: AnyDb): Promise<void> {
  await sql`create function journal_fixe() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then
      if new.adresse is null and to_jsonb(new) - 'adresse' = to_jsonb(old) - 'adresse' then return new; end if;
    elsif tg_op = 'DELETE' then
      if old.at <= to_char((now() at time zone 'utc') - interval '180 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') then
        return old;
      end if;
    end if;
    raise exception 'the journal is append only';
  end $$`.execute(db)
  await sql`create trigger journal_fixe before update or delete on journal
    for each row execute function journal_fixe()`.execute(db)
  await sql`create trigger journal_entier before truncate on journal
    for each statement execute function journal_fixe()`.execute(db)
}
