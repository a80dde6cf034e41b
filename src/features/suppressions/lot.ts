import { AppError } from '../../lib/errors.ts'
import { plural } from '../../lib/text.ts'
import { actorWithout } from '../journal/actions.ts'
import type { LotAction } from '../lots/kind.ts'
import { findManagedSource } from '../sources/queries/managed-source.ts'
import { bringBackSource, deleteSource, isBare } from './actions/steps.ts'

const count = (n: number): string => plural(n, 'source', 'sources')

const holds = (n: number): string =>
  `Cette source contient ${plural(n, 'relevé', 'relevés')}\u00a0: supprimez-la depuis sa page, qui demande son titre.`

const BIN = 'Cette source garde des relevés supprimés, qui pourraient revenir\u00a0: supprimez-la depuis sa page.'

/** Sources without records are deleted together; one with records asks for its title. */
export const deletionGesture: LotAction = {
  name: 'supprimer',
  label: 'Supprimer…',
  title: (n) => `Supprimer ${count(n)}`,
  done: (n) => `${count(n)} ${n >= 2 ? 'supprimées' : 'supprimée'}.`,
  warning: 'Seules les sources sans relevé sont supprimées d’ici. Pendant trente jours, elles peuvent être rétablies.',
  isDanger: true,
  isFor: ({ role }) => role !== 'membre',
  async apply(trx, { user, notify }, id) {
    const source = await findManagedSource(trx, user, id)
    if (source.nb_releves > 0) throw new AppError('conflit', holds(source.nb_releves))
    if (!(await isBare(trx, id))) throw new AppError('conflit', BIN)
    return { suppression: await deleteSource(trx, source, actorWithout(user.id), notify.now) }
  },
  async undo(trx, { user, notify }, _id, before) {
    await bringBackSource(trx, Number(before.suppression), actorWithout(user.id), notify.now)
  },
}
