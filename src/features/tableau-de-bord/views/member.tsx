import { SOURCE_STATUSES } from '../../../db/schema.ts'
import { formatNumber } from '../../../lib/text.ts'
import { Panel, Panels } from '../../../ui/figures.tsx'
import { EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { statusLabel } from '../../droits/status.ts'
import type { ReleveLine, SectionStatistics, SourceLine } from '../queries.ts'
import { ReleveLines, SourceLines, TITLE } from './lines.tsx'

interface MemberProps {
  isManager: boolean
  sections: SectionStatistics[]
  assigned: SourceLine[]
  toValidate: SourceLine[]
  recent: SourceLine[]
  own: ReleveLine[]
}

const URGENCY =
  'Par urgence : les sources rejetées d’abord, puis celles qui sont en cours, puis celles à relever, la plus ancienne en tête.'

export function MemberDashboard({ isManager, sections, assigned, toValidate, recent, own }: MemberProps) {
  if (sections.length === 0 && assigned.length === 0 && own.length === 0) return <NothingYet />
  return (
    <>
      <PageHead title={TITLE} />
      {sections.length > 0 && (
        <Table caption="Mes sections" showCaption wide columns={SECTION_COLUMNS} rows={sections} />
      )}
      <Panels>
        <Panel title="Mes sources à saisir" more={assigned.length > 0 ? '/sources?assigne=moi' : undefined}>
          {assigned.length > 1 && <p class="aide">{URGENCY}</p>}
          <SourceLines sources={assigned} empty="Aucune source ne vous est confiée pour l’instant." />
        </Panel>
        {isManager && (
          <Panel title="Sources à valider" more={toValidate.length > 0 ? '/sources?statut=a_valider' : undefined}>
            <SourceLines sources={toValidate} empty="Aucune source de vos sections n’attend de validation." />
          </Panel>
        )}
        <Panel title="Mes derniers relevés">
          <ReleveLines releves={own} isOwn empty="Vous n’avez pas encore saisi de relevé." />
        </Panel>
        {sections.length > 0 && (
          <Panel title="Sources récentes de mes sections" more={recent.length > 0 ? '/sources' : undefined}>
            <SourceLines sources={recent} empty="Vos sections n’ont pas encore de source." />
          </Panel>
        )}
      </Panels>
    </>
  )
}

function NothingYet() {
  return (
    <>
      <PageHead title={TITLE} />
      <EmptyState
        title="Aucune source ne vous est encore confiée."
        action={<LinkButton href="/profil">Voir mon profil</LinkButton>}
      >
        Demandez à un administrateur de vous inscrire dans une section, ou de vous confier une source.
      </EmptyState>
    </>
  )
}

const SECTION_COLUMNS: Column<SectionStatistics>[] = [
  {
    label: 'Section',
    kind: 'nom',
    head: true,
    cell: ({ id, nom }) => <a href={`/sources?section=${id}`}>{nom}</a>,
  },
  ...SOURCE_STATUSES.map(
    (status): Column<SectionStatistics> => ({
      label: statusLabel(status),
      kind: 'nombre',
      cell: ({ id, parStatut }) =>
        parStatut[status] === 0 ? (
          '0'
        ) : (
          <a href={`/sources?section=${id}&statut=${status}`}>{formatNumber(parStatut[status])}</a>
        ),
    }),
  ),
  { label: 'Relevés', kind: 'nombre', cell: ({ releves }) => formatNumber(releves) },
]
