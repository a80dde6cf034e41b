import type { RuleState } from '../../../../db/schema-vues.ts'
import { formatNumber, plural, tableInstant } from '../../../../lib/text.ts'
import { Badge, type Tone } from '../../../../ui/page.tsx'
import { Table } from '../../../../ui/table.tsx'
import type { StoredRule } from '../queries/rules.ts'
import { Address } from './address.tsx'

const STATES: Record<RuleState, { label: string; tone: Tone }> = {
  preparee: { label: 'à appliquer', tone: 'warn' },
  appliquee: { label: 'appliquée', tone: 'ok' },
  annulee: { label: 'annulée', tone: 'neutre' },
}

export const RuleBadge = ({ etat }: Pick<StoredRule, 'etat'>) => (
  <Badge tone={STATES[etat].tone}>{STATES[etat].label}</Badge>
)

/** Tells who did the last thing to a rule, and when. */
export function lastDeed({ etat, created_at, appliquee_at, annulee_at, auteur, applique, annule }: StoredRule): string {
  const deeds: Record<RuleState, [string | null, string | null]> = {
    preparee: [created_at, auteur],
    appliquee: [appliquee_at, applique],
    annulee: [annulee_at, annule],
  }
  const [at, who] = deeds[etat]
  return `${at === null ? '' : tableInstant(at)}, ${who ?? 'compte supprimé'}`
}

/** The history: each rule, what became of it, by whom. */
export function RulesTable({ path, rules }: { path: string; rules: StoredRule[] }) {
  return (
    <Table
      caption="Règles de changement"
      rows={rules}
      columns={[
        { label: 'Ancienne adresse', head: true, cell: ({ ancien }) => <Address>{ancien}</Address> },
        { label: 'Nouvelle adresse', cell: ({ nouveau }) => <Address>{nouveau}</Address> },
        { label: 'Règle', cell: ({ par_registre }) => (par_registre ? 'registre par registre' : 'la même pour tous') },
        { label: 'État', cell: ({ etat }) => <RuleBadge etat={etat} /> },
        { label: 'Par', cell: lastDeed },
        { label: 'Liens', kind: 'nombre', cell: ({ liens }) => liens !== null && formatNumber(liens) },
      ]}
      actions={(rule) => (
        <a
          href={`${path}/regles/${rule.id}`}
          aria-label={`Voir la règle ${rule.id}, ${plural(rule.liens ?? 0, 'lien', 'liens')}`}
        >
          Voir
        </a>
      )}
    />
  )
}
