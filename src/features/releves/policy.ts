import { AppError } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import { canManageSource, canWriteReleves, mayCorrect, type SourceAccess } from '../droits/policy.ts'
import { statusLabel, WORKFLOW } from '../droits/status.ts'

const ASSIGNED = 'Cette source est confiée à d’autres personnes\u00a0: vous pouvez la lire, non y saisir de relevés.'
const READ_ONLY =
  'Vous lisez les sources de cette section, sans y saisir de relevés. Pour y saisir, adressez-vous à qui la gère.'

/** Says why, in a word the person can act upon. */
function whyNot(source: SourceAccess): string {
  if (WORKFLOW[source.status].isOpen) return source.inSection ? ASSIGNED : READ_ONLY
  return `Cette source est au statut «\u00a0${statusLabel(source.status)}\u00a0»\u00a0: la saisie y est fermée.`
}

/** Refuses (403) whoever may not enter, change or delete records in this source as it stands. */
export function ensureCanWrite(user: CurrentUser, source: SourceAccess & { id: number }): void {
  if (canWriteReleves(user, source)) return
  const instead = { href: `/sources/${source.id}`, label: 'Voir la source' }
  throw new AppError('interdit', whyNot(source), { instead })
}

/** Whoever enters records changes them while the source is open; its managers go on while it is read over. */
export const canCorrectReleves = (user: CurrentUser, source: SourceAccess): boolean =>
  canWriteReleves(user, source) || mayCorrect(user, source)

/** A deleted record is brought back by those who manage its source (decisions.md, section 4), while it is open to entry. */
export const canRestoreReleves = (user: CurrentUser, source: SourceAccess): boolean =>
  canManageSource(user, source) && WORKFLOW[source.status].isOpen
