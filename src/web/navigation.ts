import type { UserRole } from '../db/schema.ts'
import { formatNumber } from '../lib/text.ts'

const ROLE_LABELS: Record<UserRole, string> = {
  admin: 'Administrateur',
  gestionnaire: 'Gestionnaire de section',
  membre: 'Membre',
}

export const roleLabel = (role: UserRole): string => ROLE_LABELS[role]

interface NavItem {
  href: string
  label: string
}

const EVERYBODY: NavItem[] = [
  { href: '/', label: 'Tableau de bord' },
  { href: '/sources', label: 'Sources' },
  { href: '/recherche', label: 'Recherche' },
  { href: '/lieux', label: 'Lieux' },
  { href: '/carte', label: 'Carte' },
]

/** The first step of the way to whatever administrators alone may open. */
export const ADMINISTRATION: NavItem = { href: '/admin', label: 'Administration' }

/** The chapters a role may open, in words. `aValider`: sources to decide on, undefined for who decides on none. */
export function navigation(role: UserRole, aValider?: number): NavItem[] {
  const review = { href: '/revue', label: aValider ? `À valider\u00a0(${formatNumber(aValider)})` : 'À valider' }
  return [...EVERYBODY, ...(aValider === undefined ? [] : [review]), ...(role === 'admin' ? [ADMINISTRATION] : [])]
}
