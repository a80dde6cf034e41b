// A file that is sent to a served site, planned, confirmed and written, as a person does it.
import { readFileSync } from 'node:fs'
import type { Db } from '../../src/db/schema.ts'
import { randomToken } from '../../src/lib/crypto.ts'
import { ask, type Body, form, type Site } from './beat.ts'

/** The first source of the corpus is a register of baptisms, and so is every sixth. */
export const BAPTISMS = 1
const LOOK_MS = 100

/** The form of an upload as browsers send it. */
function upload({ csrf }: Site, path: string): Body {
  const edge = `----${randomToken()}`
  const field = (name: string, value: string) =>
    `--${edge}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = `${field('_csrf', csrf)}${field('_envoi', randomToken())}${field('encodage', 'auto')}`
  const file = `--${edge}\r\nContent-Disposition: form-data; name="fichier"; filename="actes.csv"\r\nContent-Type: text/csv\r\n\r\n`
  const bytes = Buffer.concat([Buffer.from(head + file), readFileSync(path), Buffer.from(`\r\n--${edge}--\r\n`)])
  return { type: `multipart/form-data; boundary=${edge}`, bytes }
}

/** Waits until the site has brought an import so far. */
export async function untilState(db: Db, id: number, wanted: string): Promise<void> {
  for (;;) {
    const found = await db.selectFrom('imports').select(['etat', 'erreur']).where('id', '=', id).executeTakeFirst()
    if (found?.etat === wanted) return
    if (found?.etat === 'echec') throw new Error(`the import failed: ${found.erreur}`)
    await new Promise((go) => setTimeout(go, LOOK_MS))
  }
}

/** A register of baptisms in which there is nothing yet; those of the corpus have ids that no sequence knows of. */
async function newSource(db: Db): Promise<number> {
  const columns = ['titre', 'titre_tri', 'type_source_id', 'lieu_id', 'section_id', 'status', 'created_at'] as const
  const { top } = await db
    .selectFrom('sources')
    .select((eb) => eb.fn.max('id').as('top'))
    .executeTakeFirstOrThrow()
  const row = db
    .selectFrom('sources')
    .select([...columns, 'updated_at'])
    .where('id', '=', BAPTISMS)
  const id = (top ?? 0) + 1
  await db
    .insertInto('sources')
    .values({ ...(await row.executeTakeFirstOrThrow()), id })
    .execute()
  return id
}

/** Sends the file, waits for its dry run, confirms it, waits for its end; milliseconds of the dry run and of the writing. */
export async function importFile(site: Site, path: string): Promise<{ dry: number; writing: number }> {
  const source = await newSource(site.db)
  const begun = performance.now()
  const { location, status } = await ask(site, `/sources/${source}/import`, upload(site, path))
  const id = Number(/\/imports\/(\d+)/.exec(location)?.[1])
  if (!id) throw new Error(`the file was not taken: ${status} ${location}`)
  await untilState(site.db, id, 'pret')
  const read = performance.now()
  await ask(site, `/imports/${id}/confirmer`, form({ _csrf: site.csrf }))
  await untilState(site.db, id, 'termine')
  return { dry: read - begun, writing: performance.now() - read }
}
