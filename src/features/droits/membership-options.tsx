import { MEMBERSHIP_CHOICES, MEMBERSHIP_KINDS, type MembershipKind, membershipValue } from './rules/memberships.ts'

export const KINDS_HELP =
  'En lecture, on consulte les sources sans rien y écrire\u00a0; en saisie, on y relève des actes\u00a0; le gestionnaire de la section en administre les sources et les valide, à condition d’avoir aussi le rôle de gestionnaire.'

/** The ways to belong to a section, or not; `id` is the other side of the membership, a person or a section. */
export function MembershipOptions({ id, chosen }: { id: number; chosen: MembershipKind | undefined }) {
  return (
    <>
      <option value="">Pas membre</option>
      {MEMBERSHIP_KINDS.map((kind) => (
        <option value={membershipValue(id, kind)} selected={kind === chosen}>
          {MEMBERSHIP_CHOICES[kind]}
        </option>
      ))}
    </>
  )
}
