import { SOURCE_STATUSES } from '../../../db/schema.ts'
import { formatMonth, shortMonth } from '../../../lib/months.ts'
import { BarChart } from '../../../ui/chart.tsx'
import { Figures, Lines, Panel, Panels, Stack } from '../../../ui/figures.tsx'
import { LinkButton, PageHead } from '../../../ui/page.tsx'
import { StuckNotice } from '../../administration/taches/notice-views.tsx'
import type { StuckCounts } from '../../administration/taches/queries.ts'
import { type OpenLogIns, OpenLogInsNotice } from '../../auth/open-log-ins-views.tsx'
import { countLabel } from '../../droits/status.ts'
import { UpdateBanner } from '../../mises-a-jour/releases/banner.tsx'
import { BackupNotice } from '../../sauvegardes/notice-views.tsx'
import type { MonthCount, ReleveLine, SourceLine, StatusCounts } from '../queries.ts'
import { FirstSteps } from './first-steps.tsx'
import { ReleveLines, SourceLines, TITLE } from './lines.tsx'
import { DiskNotice, SitePanel, type SiteState } from './site.tsx'

interface AdminProps {
  totals: { parStatut: StatusCounts; sources: number; releves: number }
  users: { utilisateurs: number; hasLieu: boolean; hasType: boolean }
  activity: MonthCount[]
  toValidate: SourceLine[]
  recent: ReleveLine[]
  openLogIns: OpenLogIns
  stuck: StuckCounts
  site: SiteState
}

/** The administrator's morning: what asks for attention, then the figures, then the lists. */
export function AdminDashboard({ totals, users, activity, toValidate, recent, ...rest }: AdminProps) {
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
      <Attention {...rest} />
      {totals.sources === 0 && <FirstSteps hasLieu={users.hasLieu} hasType={users.hasType} />}
      <Figures
        items={[
          ...statusFigures(totals.parStatut),
          { value: totals.releves, label: 'Relevés', href: '/recherche' },
          { value: users.utilisateurs, label: 'Utilisateurs actifs', href: '/admin/utilisateurs?status=active' },
        ]}
      />
      <Panels>
        <Stack>
          <Panel title="Sources à valider" more={toValidate.length > 0 ? '/sources?statut=a_valider' : undefined}>
            <SourceLines sources={toValidate} empty="Aucune source n’attend de validation." />
          </Panel>
          <Activity months={activity} />
        </Stack>
        <Panel title="Derniers relevés">
          <ReleveLines releves={recent} empty="Aucun relevé n’a encore été saisi." />
        </Panel>
        <Stack>
          <Panel title="Raccourcis">
            <Lines items={SHORTCUTS} />
          </Panel>
          <SitePanel {...rest.site} />
        </Stack>
      </Panels>
    </>
  )
}

const Attention = ({ openLogIns, stuck, site }: Pick<AdminProps, 'openLogIns' | 'stuck' | 'site'>) => (
  <>
    <UpdateBanner {...site.update} />
    <OpenLogInsNotice {...openLogIns} />
    <StuckNotice {...stuck} />
    <DiskNotice free={site.free} isNearlyFull={site.isNearlyFull} />
    <BackupNotice late={site.backup.late} failed={site.failedBackup} />
  </>
)

const statusFigures = (parStatut: StatusCounts) =>
  SOURCE_STATUSES.map((status) => ({
    value: parStatut[status],
    label: countLabel(status, parStatut[status]),
    href: `/sources?statut=${status}`,
  }))

function Activity({ months }: { months: MonthCount[] }) {
  const bars = months.map(({ mois, n }) => ({ label: shortMonth(mois), name: formatMonth(mois), value: n }))
  return (
    <Panel title="Relevés saisis par mois">
      <BarChart caption="Relevés saisis pendant les six derniers mois" unit="Relevés" bars={bars} />
    </Panel>
  )
}

const SHORTCUTS = [
  { href: '/admin/utilisateurs', label: 'Utilisateurs' },
  { href: '/admin/sections', label: 'Sections' },
  { href: '/admin/types-sources', label: 'Types de sources' },
  { href: '/admin/types-lieux', label: 'Types de lieux' },
]
