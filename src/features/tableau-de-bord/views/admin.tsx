import { formatMonth, shortMonth } from '../../../lib/months.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { BarChart } from '../../../ui/chart.tsx'
import { Figures, Lines, Panel, Panels, Stack } from '../../../ui/figures.tsx'
import { LinkButton, PageHead } from '../../../ui/page.tsx'
import { Progress } from '../../droits/progress-views.tsx'
import { UpdateBanner } from '../../mises-a-jour/releases/banner.tsx'
import type { ReleveLine } from '../queries/people.ts'
import type { MonthCount } from '../queries/site.ts'
import type { Totals, WaitingLine } from '../queries/sources.ts'
import type { Step } from '../rules/steps.ts'
import type { Todo } from '../rules/todo.ts'
import { FirstSteps } from './first-steps.tsx'
import { ReleveLines, TITLE, WaitingLines } from './lines.tsx'
import { SitePanel, type SiteState, TodoList } from './site.tsx'

export interface AdminProps {
  now: Date
  steps: { steps: readonly Step[]; isOpen: boolean }
  todo: readonly Todo[]
  totals: Totals
  /** Active accounts, and how many of them typed this month. */
  people: { utilisateurs: number; saisissent: number }
  activity: readonly MonthCount[]
  toValidate: WaitingLine[]
  recent: ReleveLine[]
  site: SiteState
}

const NEW_SOURCE = '/sources/nouvelle'

const create = (
  <LinkButton href={NEW_SOURCE} principal>
    Créer une source
  </LinkButton>
)

/** The administrator's morning: what asks for attention, then the figures, then the lists. Before the first source these are empty, and the steps say enough. */
export function AdminDashboard(props: AdminProps) {
  const { steps, todo, totals, people, activity, site } = props
  const isEmpty = totals.sources === 0 && totals.releves === 0
  // A page has one main button: what is to be done first has it as long as there is something.
  const isCalm = todo.length === 0 && !steps.isOpen
  return (
    <>
      <PageHead title={TITLE} action={isCalm ? create : undefined} />
      <UpdateBanner {...site.update} isImage={site.isImage} />
      <TodoList items={todo} />
      <FirstSteps {...steps} leads={steps.isOpen && todo.length === 0} />
      {!isEmpty && <Figures items={figuresOf({ totals, people, activity })} />}
      <Panels>
        {isEmpty ? (
          <>
            <Shortcuts isCalm={isCalm} />
            <SitePanel {...site} now={props.now} />
          </>
        ) : (
          <Work {...props} isCalm={isCalm} />
        )}
      </Panels>
    </>
  )
}

function Work({ now, totals, activity, toValidate, recent, site, isCalm }: AdminProps & { isCalm: boolean }) {
  return (
    <>
      <Stack>
        <Panel title="Sources par état" more={totals.sources > 0 ? '/sources' : undefined}>
          <Progress parStatut={totals.parStatut} caption="Les sources selon leur état" />
        </Panel>
        <Panel title="Sources à valider" more={toValidate.length > 0 ? '/sources?statut=a_valider' : undefined}>
          <WaitingLines sources={toValidate} now={now} empty="Aucune source n’attend de validation." />
        </Panel>
      </Stack>
      <Stack>
        {activity.some(({ n }) => n > 0) && <Activity months={activity} />}
        <Shortcuts isCalm={isCalm} />
      </Stack>
      <Stack>
        <Panel title="Derniers relevés">
          <ReleveLines releves={recent} now={now} empty="Aucun relevé n’a encore été saisi." />
        </Panel>
        <SitePanel {...site} now={now} />
      </Stack>
    </>
  )
}

/** On top of a calm page a button creates sources; else the first of these does. */
const Shortcuts = ({ isCalm }: { isCalm: boolean }) => (
  <Panel title="Raccourcis">
    <Lines items={isCalm ? SHORTCUTS : [{ href: NEW_SOURCE, label: 'Créer une source' }, ...SHORTCUTS]} />
  </Panel>
)

/** Each figure has its noun, and what became of it this month. */
function figuresOf({ totals, people, activity }: Pick<AdminProps, 'totals' | 'people' | 'activity'>) {
  const [before, current] = activity.slice(-2)
  const noun = (n: number, one: string) => (n >= 2 ? `${one}s` : one)
  return [
    {
      value: totals.releves,
      label: noun(totals.releves, 'relevé'),
      trend: `${formatNumber(current?.n ?? 0)} ce mois-ci, ${formatNumber(before?.n ?? 0)} le mois dernier`,
      href: '/recherche',
    },
    {
      value: totals.sources,
      label: noun(totals.sources, 'source'),
      trend: `dont ${plural(totals.parStatut.validee, 'validée', 'validées')}`,
      href: '/sources',
    },
    {
      value: people.utilisateurs,
      label: people.utilisateurs >= 2 ? 'personnes inscrites' : 'personne inscrite',
      trend: `${people.saisissent === 0 ? 'aucune n’a saisi' : plural(people.saisissent, 'a saisi', 'ont saisi')} ce mois-ci`,
      href: '/admin/utilisateurs?status=active',
    },
  ]
}

function Activity({ months }: { months: readonly MonthCount[] }) {
  const bars = months.map(({ mois, n }) => ({ label: shortMonth(mois), name: formatMonth(mois), value: n }))
  return (
    <Panel title="Relevés saisis par mois" more="/admin/statistiques">
      <BarChart caption="Relevés saisis pendant les six derniers mois" unit="Relevés" bars={bars} />
    </Panel>
  )
}

const SHORTCUTS = [
  { href: '/statistiques', label: 'Statistiques' },
  { href: '/admin/utilisateurs', label: 'Utilisateurs' },
  { href: '/admin/sections', label: 'Sections' },
  { href: '/admin/types-sources', label: 'Types de sources' },
  { href: '/admin/types-lieux', label: 'Types de lieux' },
]
