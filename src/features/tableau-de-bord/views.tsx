import type { Child } from 'hono/jsx'
import { SOURCE_STATUSES } from '../../db/schema.ts'
import { formatDay, formatNumber, plural } from '../../lib/text.ts'
import { Figures, Lines, Panel, Panels } from '../../ui/figures.tsx'
import { Badge, EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { NBSP } from '../../ui/typo.ts'
import { type OpenLogIns, OpenLogInsNotice } from '../auth/open-log-ins.tsx'
import { BackupNotice } from '../mises-a-jour/backup-notice.tsx'
import { releveTitle } from '../releves/display.ts'
import { countLabel, statusLabel } from '../sources/status.ts'
import type { ReleveLine, SectionStatistics, SourceLine, StatusCounts } from './queries.ts'

const TITLE = 'Tableau de bord'

interface AdminProps {
  totals: { parStatut: StatusCounts; sources: number; releves: number }
  site: { utilisateurs: number; hasLieu: boolean; hasType: boolean }
  toValidate: SourceLine[]
  recent: ReleveLine[]
  openLogIns: OpenLogIns
  /** Days without a backup, where they are too many. */
  backupLate: number | undefined
}

export function AdminDashboard({ totals, site, toValidate, recent, openLogIns, backupLate }: AdminProps) {
  return (
    <>
      <PageHead
        title={TITLE}
        action={
          <LinkButton href="/sources/nouvelle" principal>
            Créer une source
          </LinkButton>
        }
      />
      <OpenLogInsNotice {...openLogIns} />
      <BackupNotice late={backupLate} />
      {totals.sources === 0 && <FirstSteps hasLieu={site.hasLieu} hasType={site.hasType} />}
      <Figures
        items={[
          ...statusFigures(totals.parStatut),
          { value: totals.releves, label: 'Relevés', href: '/recherche' },
          { value: site.utilisateurs, label: 'Utilisateurs actifs', href: '/admin/utilisateurs?status=active' },
        ]}
      />
      <Panels>
        <Panel title="Sources à valider" more={toValidate.length > 0 ? '/sources?statut=a_valider' : undefined}>
          <SourceLines sources={toValidate} empty="Aucune source n’attend de validation." />
        </Panel>
        <Panel title="Derniers relevés">
          <ReleveLines releves={recent} empty="Aucun relevé n’a encore été saisi." />
        </Panel>
        <Panel title="Raccourcis">
          <Lines
            items={[
              { href: '/admin/utilisateurs', label: 'Utilisateurs' },
              { href: '/admin/sections', label: 'Sections' },
              { href: '/admin/types-sources', label: 'Types de sources' },
              { href: '/admin/types-lieux', label: 'Types de lieux' },
            ]}
          />
        </Panel>
      </Panels>
    </>
  )
}

const statusFigures = (parStatut: StatusCounts) =>
  SOURCE_STATUSES.map((status) => ({
    value: parStatut[status],
    label: countLabel(status, parStatut[status]),
    href: `/sources?statut=${status}`,
  }))

/** What an empty site needs before anybody can enter a record. */
function FirstSteps({ hasLieu, hasType }: { hasLieu: boolean; hasType: boolean }) {
  return (
    <section class="vide" aria-label="Premiers pas">
      <p class="vide-titre">Trois étapes avant le premier relevé</p>
      <ol class="premiers-pas">
        <Step href="/lieux/nouveau" isDone={hasLieu} label="Créer les lieux">
          la commune ou la paroisse des registres, et ce qui la contient.
        </Step>
        <Step href="/admin/types-sources/nouveau" isDone={hasType} label="Créer un type de source">
          les champs à saisir pour chaque acte ; des modèles sont prêts.
        </Step>
        <Step href="/sources/nouvelle" isDone={false} label="Créer une source">
          le registre à dépouiller, son lieu, ses années, les personnes qui le saisiront.
        </Step>
      </ol>
    </section>
  )
}

function Step({ href, label, isDone, children }: { href: string; label: string; isDone: boolean; children: Child }) {
  return (
    <li>
      <a href={href}>{label}</a>
      {`${NBSP}: `}
      {children} {isDone && <Badge tone="ok">fait</Badge>}
    </li>
  )
}

interface MemberProps {
  isManager: boolean
  sections: SectionStatistics[]
  assigned: SourceLine[]
  toValidate: SourceLine[]
  recent: SourceLine[]
  own: ReleveLine[]
}

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

function SourceLines({ sources, empty }: { sources: SourceLine[]; empty: string }) {
  if (sources.length === 0) return <p class="rien">{empty}</p>
  return (
    <Lines
      items={sources.map(({ id, titre, status, nb_releves }) => ({
        href: `/sources/${id}`,
        label: titre,
        detail: `${statusLabel(status)}, ${plural(nb_releves, 'relevé', 'relevés')}`,
      }))}
    />
  )
}

function ReleveLines({ releves, isOwn, empty }: { releves: ReleveLine[]; isOwn?: boolean; empty: string }) {
  if (releves.length === 0) return <p class="rien">{empty}</p>
  return (
    <Lines
      items={releves.map(({ id, nom, prenom, source_titre, author, created_at }) => ({
        href: `/releves/${id}`,
        label: `${releveTitle({ id, data: { nom, prenom } })}, ${source_titre}`,
        detail: isOwn || author === null ? formatDay(created_at) : `${author}, ${formatDay(created_at)}`,
      }))}
    />
  )
}
