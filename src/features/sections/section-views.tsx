import { agoInWords } from '../../lib/ages.ts'
import { formatMonth, shortMonth } from '../../lib/months.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { BarChart } from '../../ui/chart.tsx'
import { Lines, Panel, Panels } from '../../ui/figures.tsx'
import { Badge, LinkButton, PageHead } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Progress } from '../droits/progress-views.tsx'
import { MEMBERSHIP_LABELS } from '../droits/rules/memberships.ts'
import { statusLabel } from '../droits/status.ts'
import type { MovedSource, SectionPerson, SectionSources } from './section-queries.ts'
import { SECTION_TEXTS, TEXT_WORDS, textPath } from './texts-rules.ts'

interface SectionProps {
  section: { id: number; nom: string; description: string | null; ouverte: boolean; sources: number }
  people: SectionPerson[]
  sources: SectionSources
  moved: MovedSource[]
  months: { mois: string; n: number }[]
  now: Date
}

/** A section at a glance: how far its sources are, what comes each month, and who does it. */
export function SectionPage({ section, people, sources, moved, months, now }: SectionProps) {
  const { id, nom, description } = section
  return (
    <>
      <PageHead
        title={nom}
        lead={description ?? undefined}
        action={
          <>
            <LinkButton href={`/admin/sections/${id}/modifier`} principal>
              Modifier la section
            </LinkButton>
            <LinkButton href={`/sections/${id}/personnes`}>Ajouter une personne</LinkButton>
          </>
        }
      />
      <p>
        {SECTION_TEXTS.map((name) => (
          <>
            <a href={textPath(name, id)}>{TEXT_WORDS[name].link}</a> ·{' '}
          </>
        ))}
        <a href={`/statistiques?section=${id}`}>Statistiques</a> · <a href={`/export/section/${id}`}>Exporter</a>
      </p>
      <States section={section} people={people} />
      <Panels>
        <Panel
          title={`${plural(section.sources, 'source', 'sources')}, ${plural(sources.releves, 'relevé', 'relevés')}`}
          more={`/sources?section=${id}`}
        >
          <Progress parStatut={sources.parStatut} caption="Les sources selon leur état" where={`section=${id}`} />
          <Lines
            items={moved.map(({ id: source, titre, status, nb_releves }) => ({
              href: `/sources/${source}`,
              label: titre,
              detail: `${statusLabel(status)}, ${plural(nb_releves, 'relevé', 'relevés')}`,
            }))}
          />
        </Panel>
        <Panel title="Relevés saisis par mois">
          <BarChart
            caption="Relevés saisis pendant les six derniers mois"
            unit="Relevés"
            bars={months.map(({ mois, n }) => ({ label: shortMonth(mois), name: formatMonth(mois), value: n }))}
          />
        </Panel>
      </Panels>
      <h2>{plural(people.length, 'personne', 'personnes')}</h2>
      {people.length === 0 ? (
        <p class="rien">Personne n’est encore inscrit dans cette section.</p>
      ) : (
        <Table caption="Personnes de la section" columns={columns(now)} rows={people} rowState={inactive} />
      )}
    </>
  )
}

/** Says what is unusual about the section; nothing otherwise. */
function States({ section, people }: Pick<SectionProps, 'section' | 'people'>) {
  const isManaged = people.some(({ kind }) => kind === 'gestion')
  if (isManaged && !section.ouverte) return null
  return (
    <p>
      {!isManaged && <Badge tone="warn">Sans gestionnaire : les administrateurs seuls y valident</Badge>}{' '}
      {section.ouverte && <Badge tone="info">Ouverte à la lecture</Badge>}
    </p>
  )
}

const inactive = ({ is_active }: SectionPerson) => (is_active ? null : 'inactif')

const columns = (now: Date): Column<SectionPerson>[] => [
  {
    label: 'Nom',
    kind: 'nom',
    head: true,
    cell: ({ id, name, is_active }) => (
      <>
        <a href={`/admin/utilisateurs/${id}/modifier`}>{name}</a> {!is_active && <Badge tone="neutre">inactif</Badge>}
      </>
    ),
  },
  { label: 'Dans la section', cell: ({ kind }) => MEMBERSHIP_LABELS[kind] },
  { label: 'Relevés saisis', kind: 'nombre', cell: ({ saisis }) => formatNumber(saisis) },
  {
    label: 'Dernière saisie',
    cell: ({ derniere, kind }) =>
      derniere === null ? kind === 'lecture' ? '' : <span class="rien">jamais</span> : agoInWords(derniere, now),
  },
]
