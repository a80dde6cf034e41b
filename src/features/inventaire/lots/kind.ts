import type { Trx } from '../../../db/schema.ts'
import type { ActKind } from '../../../db/schema-persons.ts'
import { AppError } from '../../../lib/errors.ts'
import { plural } from '../../../lib/text.ts'
import { idList } from '../../../web/form.ts'
import type { Hand, Kept, LotKind } from '../../lots/kind.ts'
import { canEditInventory } from '../policy.ts'
import { takeRegister } from '../take-actions.ts'
import { type NewSources, parseNewSources } from './form.ts'

const count = (n: number): string => plural(n, 'source', 'sources')

/** Makes the source of a register, à relever; AppError where it is lost, or taken. */
async function apply(trx: Trx, { user, notify }: Hand, id: number, kept: Kept): Promise<Kept> {
  const { types, section } = kept as unknown as NewSources
  const made = { typeOf: (acte: ActKind) => types[acte] ?? 0, section, membres: [] }
  return { source: await takeRegister(trx, user, id, made, notify.now.toISOString()) }
}

const STAYS = 'Cette source a servi depuis\u00a0: elle reste.'

async function undo(trx: Trx, _hand: Hand, _id: number, before: Kept): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('sources')
    .where('id', '=', Number(before.source))
    .where('version', '=', 1)
    .where('nb_releves', '=', 0)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('source_vues').select('numero').whereRef('source_id', '=', 'sources.id'))),
    )
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('conflit', STAYS)
}

/** Registers become sources, one or many at once. */
export const inventaireLot: LotKind = {
  kind: 'registres',
  ids: idList,
  count: (n) => plural(n, 'registre', 'registres'),
  actions: [
    {
      name: 'creer',
      label: 'Créer les sources…',
      title: (n) => (n === 1 ? 'Créer la source' : `Créer ${count(n)}`),
      done: (n) => `${count(n)} ${n >= 2 ? 'créées' : 'créée'}.`,
      isFor: canEditInventory,
      read: parseNewSources,
      apply,
      undo,
    },
  ],
}
