import type { UserRole } from '../db/schema.ts'

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
]

/** The chapters a role may open, in words. */
export function navigation(role: UserRole): NavItem[] {
  return role === 'admin' ? [...EVERYBODY, { href: '/admin', label: 'Administration' }] : EVERYBODY
}
