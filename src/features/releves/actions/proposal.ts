import { type Held, sameField } from '../../../champs/held.ts'
import type { Champ } from '../../../champs/kind.ts'
import { dialectOf } from '../../../db/dialect/index.ts'
import type { Db, Trx } from '../../../db/schema.ts'
import { AppError } from '../../../lib/errors.ts'
import type { CurrentUser } from '../../../web/env.ts'
import type { AboutAct } from '../../fils/actions.ts'
import { decide } from '../../fils/proposal-actions.ts'
import type { Thread } from '../../fils/queries.ts'
import type { NotifyOptions } from '../../notifications/actions.ts'
import { mergeOf } from '../rules/conflict.ts'
import { heldOf } from '../rules/proposed.ts'
import { fitting } from './misfits.ts'
import { updateReleve } from './records.ts'
import { findForWrite, holdSource } from './write.ts'

interface Applied {
  thread: Thread
  act: AboutAct
  champs: readonly Champ[]
  by: CurrentUser
}

const moved = (thread: Thread, labels: readonly string[], why: string): AppError =>
  new AppError('conflit', `${labels.join(', ')}\u00a0: ${why} La proposition est gardée\u00a0; rien n’est changé.`, {
    instead: { href: `/fils/${thread.id}`, label: 'Revoir la proposition' },
  })

/** The fields as they are proposed, where the act still says what the proposal began with and can take them today. */
async function proposed(trx: Trx, { thread, champs }: Applied, stored: Held): Promise<Champ[]> {
  const fields = champs.filter(({ nom }) => Object.hasOwn(thread.proposition ?? {}, nom))
  const reading = ({ nom }: Champ, side: 'avant' | 'apres') =>
    thread.proposition?.[nom]?.[side] ?? { valeur: null, etat: null }
  const late = fields.filter((champ) => !sameField(champ, heldOf(champ, reading(champ, 'avant')), stored))
  if (late.length > 0 || fields.length === 0)
    throw moved(
      thread,
      late.map(({ label }) => label),
      'l’acte a été modifié depuis cette proposition.',
    )
  const unfit: string[] = []
  for (const champ of fields) {
    const held = heldOf(champ, reading(champ, 'apres'))
    if (!sameField(champ, await fitting(trx, [champ], held, undefined), held)) unfit.push(champ.label)
  }
  if (unfit.length > 0) throw moved(thread, unfit, 'ce champ ne peut plus recevoir ce qui est proposé.')
  return fields
}

/**
 * Corrects an act as a reader proposed, whatever the status of its source, which stays. AppError « conflit » where the act says
 * something else by now, or somebody decided on the proposal first.
 */
export function applyProposal(db: Db, input: Applied, options: NotifyOptions): Promise<void> {
  const { thread, act, champs, by } = input
  return db.transaction().execute(async (trx) => {
    // Before the source, as whoever merges places does.
    await dialectOf(trx).locks.share(trx, 'lieux')
    const { source_id } = await findForWrite(trx, act.id)
    await holdSource(trx, { id: source_id })
    const stored = await findForWrite(trx, act.id)
    await decide(trx, { act, thread, texte: '', by }, 'appliquee', options)
    const fields = await proposed(trx, input, stored)
    const mine = fields.map((champ) =>
      heldOf(champ, thread.proposition?.[champ.nom]?.apres ?? { valeur: null, etat: null }),
    )
    const wanted = {
      data: Object.assign({}, ...mine.map(({ data }) => data)),
      etats: Object.assign({}, ...mine.map(({ etats }) => etats)),
    }
    const names = new Set(fields.map(({ nom }) => nom))
    const { data, etats } = mergeOf(champs, wanted, stored, (nom) => names.has(nom))
    const motif = thread.messages[0]?.texte ?? null
    const correction = { motif, by: thread.user_id ?? by.id }
    const author = { user_id: by.id, now: options.now.toISOString() }
    await updateReleve(trx, { id: act.id, version: stored.version, data, etats, ...author, correction })
  })
}
