import { ensure } from '../../../lib/errors.ts'
import { plural } from '../../../lib/text.ts'
import { idList } from '../../../web/form.ts'
import type { LotKind } from '../../lots/kind.ts'
import { putBackLieu, takeOutLieu } from '../actions.ts'
import { canDeleteLieux } from '../policy.ts'

const count = (n: number): string => plural(n, 'lieu', 'lieux')

/** Places that nothing holds are deleted together. */
export const lieuxLot: LotKind = {
  kind: 'lieux',
  ids: idList,
  count,
  actions: [
    {
      name: 'supprimer',
      label: 'Supprimer…',
      title: (n) => `Supprimer ${count(n)}`,
      done: (n) => `${count(n)} ${n >= 2 ? 'supprimés' : 'supprimé'}.`,
      warning:
        'Un lieu dont dépendent d’autres lieux, des sources ou des relevés reste\u00a0: il se fusionne avec un autre depuis sa page.',
      isDanger: true,
      isFor: canDeleteLieux,
      async apply(trx, { user }, id) {
        ensure(canDeleteLieux(user))
        return { lieu: await takeOutLieu(trx, id, 0) }
      },
      async undo(trx, { user, notify }, _id, before) {
        ensure(canDeleteLieux(user))
        await putBackLieu(trx, before.lieu as Awaited<ReturnType<typeof takeOutLieu>>, notify.now.toISOString())
      },
    },
  ],
}
