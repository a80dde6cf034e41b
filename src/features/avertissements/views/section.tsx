import { formatNumber } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { EmptyState, PageHead } from '../../../ui/page.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Paging } from '../../../web/pagination.ts'
import type { SectionSource } from '../queries/warnings.ts'
import { labelOf, warningsPath } from '../warning-views.tsx'

export const sectionTitle = (section: { nom: string }): string => `Points à revoir${NBSP}: ${section.nom}`

interface SectionWarningsProps {
  section: { id: number; nom: string }
  /** Those of this page. */
  sources: SectionSource[]
  total: number
  paging: Paging
  href: (page: number) => string
}

/** The sources of a section in which the machine points at something, with the counts of each kind. */
export function SectionWarningsPage({ section, sources, total, paging, href }: SectionWarningsProps) {
  return (
    <>
      <PageHead
        title={sectionTitle(section)}
        lead="Les sources soumises, et celles où quelqu’un les a fait chercher."
      />
      {total === 0 ? (
        <EmptyState title="Aucun point à revoir dans cette section" />
      ) : (
        <Table
          caption="Points à revoir par source"
          rows={sources}
          columns={[
            { label: 'Source', head: true, cell: (source) => <a href={warningsPath(source)}>{source.titre}</a> },
            {
              label: 'Points',
              kind: 'nombre',
              cell: ({ kinds }) => formatNumber(kinds.reduce((sum, { n }) => sum + n, 0)),
            },
            { label: 'Sortes', kind: 'texte', cell: (source) => <Kinds source={source} /> },
          ]}
        />
      )}
      <Pagination paging={paging} total={total} href={href} />
    </>
  )
}

const Kinds = ({ source }: { source: SectionSource }) => (
  <span>
    {source.kinds.map(({ genre, n }, at) => (
      <>
        {at > 0 && ' · '}
        <a href={`${warningsPath(source)}?genre=${genre}`}>{`${labelOf(genre)} (${formatNumber(n)})`}</a>
      </>
    ))}
  </span>
)
