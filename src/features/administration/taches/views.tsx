import { formatNumber, plural, tableInstant } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { Form } from '../../../ui/form.tsx'
import { Badge, EmptyState, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Paging } from '../../../web/pagination.ts'
import type { StuckTask } from './queries.ts'

export const PATH = '/admin/taches'
export const TITLE = 'Tâches en échec'

export interface TaskRow extends StuckTask {
  /** To whom and about which source, for mails. */
  mail: { to: string; titre: string } | undefined
}

interface TachesProps {
  tasks: TaskRow[]
  total: number
  parked: number
  paging: Paging
  href: (page: number) => string
}

export function TachesPage({ tasks, total, parked, paging, href }: TachesProps) {
  const lead =
    'Les courriels et les travaux de fond qui n’ont pas abouti. Ceux qui peuvent réussir plus tard sont tentés de nouveau seuls.'
  return (
    <>
      <PageHead title={TITLE} lead={lead} action={parked > 0 ? <RestartAll parked={parked} /> : undefined} />
      <div id="taches">
        {total === 0 ? (
          <EmptyState title="Aucune tâche en échec">Tout ce qui devait partir est parti.</EmptyState>
        ) : (
          <>
            <Rows tasks={tasks} />
            <Pagination paging={paging} total={total} href={href} target="#taches" />
          </>
        )}
      </div>
    </>
  )
}

function RestartAll({ parked }: { parked: number }) {
  return (
    <Form action={`${PATH}/relancer`}>
      <button type="submit" class="bouton">
        Relancer {plural(parked, 'tâche arrêtée', 'tâches arrêtées')}
      </button>
    </Form>
  )
}

const WORDS: Record<string, string> = {
  courriel: 'Courriel',
  'courriel.compte': 'Courriel sur un compte',
  'courriel.sauvegarde': 'Courriel sur la sauvegarde de la nuit',
  sauvegarde: 'Sauvegarde',
  recherche_index: 'Index de recherche',
  recherche_personnes: 'Nouvel index de recherche',
  recherche_champ: 'Index de recherche d’un type de source',
  recherche_periodes: 'Index de recherche des dates de plusieurs années',
  verification_liens: 'Vérification des liens des dépôts',
  recherche_sources: 'Index de recherche des sources déplacées',
}

function taskName({ kind, id, mail }: TaskRow): string {
  if (mail) return `Courriel à ${mail.to}, source ${quoted(mail.titre)}`
  return `${WORDS[kind] ?? `Tâche ${quoted(kind)}`} n°\u00a0${id}`
}

function Rows({ tasks }: { tasks: TaskRow[] }) {
  return (
    <Table
      caption={TITLE}
      rows={tasks}
      columns={[
        { label: 'Tâche', head: true, cell: taskName },
        { label: 'État', cell: (task) => <State task={task} /> },
        { label: 'Essais', kind: 'nombre', cell: (task) => formatNumber(task.essais) },
        { label: 'Dernière erreur', cell: (task) => task.erreur },
        { label: 'Depuis', kind: 'date', cell: (task) => tableInstant(task.created_at) },
      ]}
      actions={(task) => <TaskActions task={task} />}
    />
  )
}

function State({ task }: { task: TaskRow }) {
  if (task.etat === 'garee') return <Badge tone="err">arrêtée</Badge>
  return <Badge tone="warn">nouvel essai le {tableInstant(task.pas_avant)}</Badge>
}

function TaskActions({ task }: { task: TaskRow }) {
  const name = taskName(task)
  return (
    <>
      <Form action={`${PATH}/${task.id}/relancer`}>
        <button type="submit" class="bouton" aria-label={`Relancer\u00a0: ${name}`}>
          Relancer
        </button>
      </Form>
      {task.etat === 'garee' && (
        <Form action={`${PATH}/${task.id}/abandonner`}>
          <button type="submit" class="bouton" aria-label={`Abandonner\u00a0: ${name}`}>
            Abandonner
          </button>
        </Form>
      )}
    </>
  )
}
