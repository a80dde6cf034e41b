import type { Context } from 'hono'
import { AppError, ensure } from '../../lib/errors.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { idParam } from '../../web/params.ts'
import { page, seeOther } from '../../web/render.tsx'
import { actorOf } from '../journal/actor.tsx'
import { notifyOptions } from '../notifications/actions.ts'
import { enqueue } from '../taches/actions.ts'
import { AT_ONCE, beginUndo, endLot, nextLines, UNDO_MS, undoLines } from './actions.ts'
import type { LotAction, LotKind } from './kind.ts'
import { countLines, type FoundLot, findLot, refusedLines } from './queries.ts'
import { LOT } from './task.ts'
import { LotPage } from './views.tsx'

type Kinds = readonly LotKind[]

function meaningOf(kinds: Kinds, lot: FoundLot): { kind: LotKind; action: LotAction } {
  const kind = kinds.find((one) => one.kind === lot.kind)
  const action = kind?.actions.find(({ name }) => name === lot.geste)
  if (!kind || !action) throw new AppError('introuvable', 'Cette version du site ne connaît pas ce geste.')
  return { kind, action }
}

/** Pages of lots that were begun, and their undoing; mounted at /lots. */
export function lotsRoutes(kinds: Kinds) {
  const routes = router()
  routes.get('/:id', async (c) => {
    const { db, clock } = c.var.deps
    const lot = await findLot(db, c.var.user, idParam(c))
    const { kind, action } = meaningOf(kinds, lot)
    const isLately = clock().getTime() - Date.parse(lot.created_at) <= UNDO_MS
    const canUndo = action.undo !== undefined && lot.etat === 'fini' && lot.user_id === c.var.user.id && isLately
    const found = { counts: await countLines(db, lot.id), refused: await refusedLines(db, lot.id) }
    return page(c, action.title(lot.total), <LotPage {...{ lot, kind, action, canUndo, ...found }} />)
  })
  routes.post('/:id/defaire', (c) => undo(c, kinds))
  return routes
}

async function undo(c: Context<AppEnv>, kinds: Kinds) {
  const { db } = c.var.deps
  const lot = await findLot(db, c.var.user, idParam(c))
  const { action, kind } = meaningOf(kinds, lot)
  ensure(lot.user_id === c.var.user.id, 'Un geste est défait par la personne qui l’a fait.')
  if (!action.undo) throw new AppError('conflit', 'Ce geste ne se défait pas d’ici.')
  const hand = { user: c.var.user, notify: notifyOptions(c.var.deps) }
  const { now } = hand.notify
  await db.transaction().execute(async (trx) => {
    await beginUndo(trx, lot, now)
    if (lot.total > AT_ONCE) return enqueue(trx, { kind: LOT, payload: { lot: lot.id } }, now)
    await undoLines(trx, lot, action, hand, await nextLines(trx, lot.id, 'faite', AT_ONCE))
    return endLot(trx, lot, actorOf(c), { etat: 'defait', now: now.toISOString() })
  })
  const counts = await countLines(db, lot.id)
  if (counts.faite > 0) return seeOther(c, `/lots/${lot.id}`)
  const [kept] = await refusedLines(db, lot.id)
  // One thing alone is told in a sentence, several on their page.
  if (counts.gardee === 1 && lot.total === 1) return seeOther(c, lot.retour, kept?.motif ?? '', 'err')
  if (counts.gardee > 0) return seeOther(c, `/lots/${lot.id}`)
  return seeOther(c, lot.retour, `Geste défait\u00a0: ${kind.count(counts.defaite)}.`)
}
