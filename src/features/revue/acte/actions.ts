import type { Db, Trx } from '../../../db/schema.ts'
import type { Verdict, Weight } from '../../../db/schema-revue.ts'
import { AppError } from '../../../lib/errors.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { type AboutAct, beginThread, setResolved } from '../../fils/actions.ts'
import type { NotifyOptions } from '../../notifications/actions.ts'
import { CHANGED_MEANWHILE } from '../../releves/actions/change-rows.ts'
import { findForWrite, holdSource } from '../../releves/actions/write.ts'
import { placeIn } from './act-queries.ts'
import { type InQueue, nextInQueue, type Reading, turnOf } from './queries.ts'

/** So long an act stays on one reader's screen before another is given it. */
const LEASE_MS = 10 * 60_000

/** Readers who ask at the same moment are given the same act once, and look again. */
const TRIES = 5

/**
 * The act that this reader reads now: the one asked for, else the one where he or she stopped, else the next of the queue. It is
 * kept from other readers for a while; an act that is asked for by its number is shown whoever reads it.
 */
export async function takeAct(
  db: Db,
  reading: Reading,
  asked: number | undefined,
): Promise<{ id: number; turn: InQueue['turn'] | undefined } | undefined> {
  if (asked !== undefined) {
    await lease(db, reading, asked)
    return { id: asked, turn: await turnOf(db, reading, asked) }
  }
  const place = await placeIn(db, reading.source.id, reading.userId)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const next = await nextInQueue(db, reading, place?.releve_id)
    if (next === undefined || (await lease(db, reading, next.id))) return next
  }
  return undefined
}

/** Puts the act on this reader's screen, and gives back what was there; false where somebody else has it. */
function lease(db: Db, { source, userId, now }: Reading, releve_id: number): Promise<boolean> {
  const jusqua = new Date(Date.parse(now) + LEASE_MS).toISOString()
  const own = { source_id: source.id, user_id: userId, releve_id }
  return db.transaction().execute(async (trx) => {
    const taken = await trx
      .insertInto('revue_baux')
      .values({ ...own, jusqua })
      .onConflict((conflict) =>
        conflict
          .columns(['source_id', 'releve_id'])
          .doUpdateSet({ user_id: userId, jusqua })
          .where((eb) => eb.or([eb('revue_baux.user_id', '=', userId), eb('revue_baux.jusqua', '<=', now)])),
      )
      .executeTakeFirst()
    await trx
      .deleteFrom('revue_baux')
      .where('user_id', '=', userId)
      .where('source_id', '=', source.id)
      .where('releve_id', '<>', releve_id)
      .execute()
    await trx
      .insertInto('revue_places')
      .values({ ...own, updated_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'source_id']).doUpdateSet({ releve_id, updated_at: now }))
      .execute()
    return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n
  })
}

/** A word on an act, as it was shown. */
export interface Judgement {
  id: number
  source_id: number
  version: number
  verdict: Verdict
  poids: Weight | null
  /** Why somebody approves a correction of his or her own (null: it is not approved), or what he or she asks. */
  texte: string | null
  user_id: number
  now: string
}

/** Tells who asks about which act. */
interface Asking {
  act: AboutAct
  by: CurrentUser
  options: NotifyOptions
}

export const OWN_CORRECTION =
  'Vous avez corrigé cet acte vous-même\u00a0: une autre personne doit l’approuver (« quatre yeux »). Si vous êtes seul à relire, dites pourquoi vous l’approuvez.'

/**
 * Keeps a word on an act. What was said of another version than the present one is refused (« conflit »), of an act that is gone
 * too (« introuvable »); sent twice it counts once. False: it is the approval of one's own correction, which wants a reason.
 */
export function judge(db: Db, judgement: Judgement, asking: Asking): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { quatre_yeux } = await held(trx, judgement)
    if (judgement.verdict === 'bon' && quatre_yeux && (await isOwnCorrection(trx, judgement))) {
      if (judgement.texte === null) return false
      await keepThread(trx, judgement, asking)
    }
    if (await wasSaid(trx, judgement)) return true
    if (judgement.verdict === 'question') await keepThread(trx, judgement, asking)
    await keepVerdict(trx, judgement)
    return true
  })
}

/** Holds the source and makes sure that the act is what was on the screen. */
async function held(trx: Trx, { id, source_id, version }: Pick<Judgement, 'id' | 'source_id' | 'version'>) {
  await holdSource(trx, { id: source_id })
  const act = await findForWrite(trx, id)
  if (act.version !== version || act.source_id !== source_id) throw new AppError('conflit', CHANGED_MEANWHILE)
  const { quatre_yeux } = await trx
    .selectFrom('sources')
    .select('quatre_yeux')
    .where('id', '=', source_id)
    .executeTakeFirstOrThrow()
  return { act, quatre_yeux }
}

const saidOf = (trx: Trx, { id, source_id, user_id, version }: Judgement) =>
  trx
    .selectFrom('releve_avis')
    .select(['verdict', 'poids'])
    .where('source_id', '=', source_id)
    .where('releve_id', '=', id)
    .where('user_id', '=', user_id)
    .where('version', '=', version)

async function isOwnCorrection(trx: Trx, judgement: Judgement): Promise<boolean> {
  return (await saidOf(trx, judgement).where('verdict', '=', 'corrige').limit(1).executeTakeFirst()) !== undefined
}

/** Whoever passes an act over again means it: it goes to the end once more. */
async function wasSaid(trx: Trx, judgement: Judgement): Promise<boolean> {
  if (judgement.verdict === 'passe') return false
  const last = await saidOf(trx, judgement).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return last?.verdict === judgement.verdict && last.poids === judgement.poids
}

/** Keeps a verdict in the transaction at hand, and lets others have the act. */
export async function keepVerdict(trx: Trx, judgement: Omit<Judgement, 'texte'>): Promise<void> {
  const { id: releve_id, source_id, version, verdict, poids, user_id, now } = judgement
  await trx
    .insertInto('releve_avis')
    .values({ source_id, releve_id, version, user_id, verdict, poids, created_at: now })
    .execute()
  await trx
    .deleteFrom('revue_baux')
    .where('source_id', '=', source_id)
    .where('releve_id', '=', releve_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** The words stay with the act: a question as an open thread, the reason of an approval as one that is settled. */
async function keepThread(trx: Trx, judgement: Judgement, { act, by, options }: Asking): Promise<void> {
  const { verdict, texte, now } = judgement
  const input = { texte: texte ?? '', mention: null }
  const fil = await beginThread(trx, { act, champ: null, input, mentions: [], by, now }, options)
  if (verdict !== 'question') await setResolved(trx, { id: fil, nature: 'fil', decision: null }, true, { by, now })
}

/** Single keys of the reading are a choice of the person, for all sources. */
export const keepKeys = (db: Db, userId: number, isOn: boolean) =>
  db.updateTable('users').set({ touches_revue: isOn }).where('id', '=', userId).execute()
