import { refuse, type Saved, saving } from '../../../db/saving.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import type { ActKind } from '../../../db/schema-persons.ts'
import { AppError } from '../../../lib/errors.ts'
import type { CurrentUser } from '../../../web/env.ts'
import { WORKFLOW } from '../../droits/status.ts'
import type { NewSources } from '../../inventaire/lots/form.ts'
import { takeRegister } from '../../inventaire/take-actions.ts'
import { type NotifyOptions, notify } from '../../notifications/actions.ts'
import { addMember } from '../../sources/actions/members.ts'
import type { AnswerInput } from '../form.ts'
import { type PendingRequest, requestToDecide, sourceOfRegister } from '../queries/requests.ts'

/** A source, or a line of the inventory that nobody transcribes, as the title of a notice names it. */
export interface Wanted {
  source: { id: number; section_id: number | null } | null
  registre: number | null
  titre: string
}

const GONE = { '': 'Ce registre vient d’être supprimé.' }

/** Keeps the wish of somebody, once however often it is sent, and tells those who decide. Gives its id. */
export function askFor(
  db: Db,
  user: CurrentUser,
  { source, registre, titre }: Wanted,
  message: string | null,
  options: NotifyOptions,
): Promise<Saved<number>> {
  const about = { source_id: source?.id ?? null, registre_id: registre }
  return saving(db, { gone: GONE }, async (trx) => {
    const made = await trx
      .insertInto('demandes_registres')
      .values({ ...about, user_id: user.id, message, etat: 'ouverte', created_at: options.now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return (await openRequest(trx, user.id, about)) ?? 0
    await notify(trx, 'DemandeRegistre', { id: made.id, titre, source, userId: user.id, message }, options)
    return made.id
  })
}

const openRequest = async (
  trx: Trx,
  userId: number,
  { source_id, registre_id }: { source_id: number | null; registre_id: number | null },
): Promise<number | undefined> =>
  (
    await trx
      .selectFrom('demandes_registres')
      .select('id')
      .where('user_id', '=', userId)
      .where('etat', '=', 'ouverte')
      .where((eb) => (source_id === null ? eb('registre_id', '=', registre_id) : eb('source_id', '=', source_id)))
      .executeTakeFirst()
  )?.id

/** Its author no longer wishes it; false where it was answered meanwhile. */
export async function withdraw(db: Db, userId: number, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('demandes_registres')
    .set({ etat: 'retiree', decide_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('etat', '=', 'ouverte')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const ANSWERED = 'Cette demande a déjà reçu une réponse, ou elle a été retirée.'

/** Answers a request once, and tells its author; granted, the source is theirs, made first where it was a line of the inventory. */
export function answerRequest(
  db: Db,
  user: CurrentUser,
  id: number,
  answer: AnswerInput & { choice: NewSources | undefined },
  options: NotifyOptions,
): Promise<Saved<PendingRequest>> {
  const now = options.now.toISOString()
  const isGranted = answer.decision === 'accorder'
  return saving(db, { gone: GONE }, async (trx) => {
    const request = await requestToDecide(trx, user, id)
    const etat = isGranted ? ('accordee' as const) : ('refusee' as const)
    const { numUpdatedRows } = await trx
      .updateTable('demandes_registres')
      .set({ etat, decide_par: user.id, decide_at: now, reponse: answer.reponse })
      .where('id', '=', id)
      .where('etat', '=', 'ouverte')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('conflit', ANSWERED)
    const source = isGranted ? await grant(trx, user, request, answer.choice, now) : request.source_id
    const about = { id, titre: request.titre, source, userId: request.user_id, actorId: user.id, isGranted }
    await notify(trx, 'DemandeDecidee', { ...about, reponse: answer.reponse }, options)
    return request
  })
}

async function grant(
  trx: Trx,
  user: CurrentUser,
  request: PendingRequest,
  choice: NewSources | undefined,
  now: string,
): Promise<number> {
  if (!request.is_active)
    refuse({ '': `Le compte de ${request.name} n’est plus ouvert\u00a0: refusez la demande, ou rouvrez le compte.` })
  const known = request.source_id ?? (await sourceOfRegister(trx, request.registre_id ?? 0))
  if (known !== undefined) return join(trx, request, known, now)
  if (choice === undefined) refuse({ '': 'Choisissez le type de la source et sa section.' })
  const { types, section } = choice
  const made = { typeOf: (acte: ActKind) => types[acte] ?? 0, section, membres: [request.user_id] }
  const source = await takeRegister(trx, user, request.registre_id ?? 0, made, now)
  // Whoever else asked for it asks for the source now.
  await trx
    .updateTable('demandes_registres')
    .set({ source_id: source })
    .where('registre_id', '=', request.registre_id)
    .where('source_id', 'is', null)
    .execute()
  return source
}

/** The source is shut to whoever comes too late. */
async function join(trx: Trx, request: PendingRequest, id: number, now: string): Promise<number> {
  const source = await trx
    .selectFrom('sources')
    .select(['status', 'retrait_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (source.retrait_at !== null || !WORKFLOW[source.status].isOpen)
    refuse({ '': 'Cette source n’est plus ouverte à la saisie\u00a0: elle ne peut pas être confiée.' })
  await addMember(trx, id, request.user_id, now)
  return id
}
