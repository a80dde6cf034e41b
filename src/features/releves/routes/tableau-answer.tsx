import type { Context } from 'hono'
import type { Held } from '../../../champs/held.ts'
import { champsKeeping, champsToRaw } from '../../../champs/read.ts'
import { formatInstant } from '../../../lib/text.ts'
import type { AppEnv } from '../../../web/env.ts'
import { readBody, shown } from '../../../web/form.ts'
import { page, seeOther, wantsFragment } from '../../../web/render.tsx'
import { releveDraftKey } from '../../brouillons/rules/content.ts'
import type { ReleveForm } from '../form.ts'
import { doubtsAbout } from '../queries/doubts.ts'
import { placeNamesOf } from '../queries/place-names.ts'
import { type Releve, relevesByIds } from '../queries/records.ts'
import { differencesOf } from '../rules/conflict.ts'
import { authorName } from '../rules/history.ts'
import { isFromTable, postedColumns, postedTable } from '../tableau-form.ts'
import { RowAnswer } from '../views/tableau-row.tsx'
import { conflictPage, keepMine } from './conflict.tsx'
import type { Desk } from './desk.tsx'
import type { Opened } from './opened.tsx'
import { openTable, tableAddress, tablePage, tableRow } from './tableau-page.tsx'

const TITLE = 'Ligne du tableau'

/** The row of a record, in the columns that the page of who asks has. */
async function answeredRow(c: Context<AppEnv>, desk: Desk, releve: Releve) {
  const nom = postedColumns(await readBody(c))
  const champs = nom.flatMap((one) => desk.champs.find((champ) => champ.nom === one) ?? [])
  const names = await placeNamesOf(c.var.deps.db, desk.champs, [releve])
  const own = { ...desk, champs: champsKeeping(desk.champs, releve.data) }
  return { row: tableRow({ desk: own, columns: { champs }, names }, releve), champs }
}

interface Stored {
  /** Sentences about what was read of the row. */
  remarks: readonly string[]
  /** The form of the row had made the record before, of other values. */
  isKnown?: boolean
}

/** A row is stored: the row, or without a script the table it stands in. */
export async function tableSaved(c: Context<AppEnv>, desk: Desk, id: number, { remarks, isKnown }: Stored) {
  const asked = postedTable(await readBody(c))
  if (!wantsFragment(c)) {
    const table = await openTable(c, desk, { ...asked, page: undefined }, id)
    const spoken = remarks.length > 0 ? `Ligne enregistrée. ${remarks.join(' ')}` : undefined
    return seeOther(c, `${tableAddress(table, { enregistre: id })}#ligne-${id}`, spoken)
  }
  const [releve] = await relevesByIds(c.var.deps.db, [id])
  if (releve === undefined) return c.body(null, 204)
  const notice =
    [...remarks, ...(await doubtsAbout(c.var.deps.db, desk.source, desk.champs, releve))].join(' ') || undefined
  return page(c, TITLE, <RowAnswer {...(await answeredRow(c, desk, releve))} notice={notice} isKnown={isKnown} />)
}

/** A row is refused: what is wrong with it, or the table with the row as it was typed. */
export async function tableRefused(
  c: Context<AppEnv>,
  desk: Desk,
  { form, status }: { form: ReleveForm; status: 200 | 422 },
  id?: number,
) {
  if (wantsFragment(c)) return page(c, TITLE, <RowAnswer errors={form.errors} />, status)
  const posted = await readBody(c)
  const asked = postedTable(posted)
  const table = await openTable(c, desk, asked, id ?? asked.apres)
  const live = { form, id, apres: asked.apres, brouillon: shown(posted, '_brouillon') }
  return tablePage(c, table, live, { status })
}

interface Mine {
  mine: Held
  /** Version that my row was made from. */
  base: number
}

/**
 * Somebody else changed the record meanwhile, or deleted it: nothing is written. The script is told beside its row, what was typed
 * kept as a draft; every other form gets the page that asks.
 */
export async function overtaken(c: Context<AppEnv>, opened: Opened, { mine, base }: Mine) {
  if (!isFromTable(await readBody(c)) || !wantsFragment(c)) return conflictPage(c, opened, { mine, base })
  const { releve, champs, isDeleted } = opened
  if (!isDeleted && differencesOf(champs, undefined, mine, releve).length === 0)
    return tableSaved(c, opened, releve.id, { remarks: [] })
  await keepMine(c, opened, champsToRaw(champs, mine.data, mine.etats), base)
  const by = `par ${authorName(releve.editor)}, le ${formatInstant(releve.updated_at)}`
  const [stored] = isDeleted ? [] : await relevesByIds(c.var.deps.db, [releve.id])
  if (!stored) return page(c, TITLE, <RowAnswer notice={`Supprimé ${by}.`} />, 409)
  const decide = `/releves/${releve.id}/modifier?brouillon=${releveDraftKey(releve.id)}`
  const notice = `Modifié ${by}, pendant que vous saisissiez.`
  return page(c, TITLE, <RowAnswer {...(await answeredRow(c, opened, stored))} notice={notice} decide={decide} />, 409)
}
