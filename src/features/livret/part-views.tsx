import type { ActKind } from '../../db/schema-persons.ts'
import { agreed, formatNumber, plural } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { FilterChoice, FilterYears } from '../../ui/filters.tsx'
import { Form, Submit } from '../../ui/form.tsx'
import { EmptyState, PageHead } from '../../ui/page.tsx'
import type { ListAddress } from '../../web/filter.ts'
import type { Body, FormErrors } from '../../web/form.ts'
import { ACT_LABELS } from '../types-sources/rules/persons.ts'
import type { BookFilter } from './form.ts'
import { MAX_PAGES, type Part, pagesOf } from './rules.ts'

export const bookTitle = (name: string): string => `Livret${NBSP}: ${name}`

export interface BookPart {
  filter: BookFilter
  raw: Body
  errors: FormErrors
  /** The address of the book. */
  path: string
  /** Kinds of acts that the sources of the book have, whatever is asked for. */
  kinds: readonly ActKind[]
}

const TABLES = [
  { id: 'noms', nom: 'Par nom' },
  { id: 'couples', nom: 'Par couple' },
] as const

/** Which part of it is wanted; on paper it is not there. */
export function PartForm({ filter, raw, errors, path, kinds }: BookPart) {
  return (
    <Form action={path} method="get" class="filtres" aria-label="Partie du livret">
      <FilterYears raw={raw} errors={errors} />
      {kinds.length > 1 && (
        <FilterChoice
          name="acte"
          label="Actes"
          options={kinds.map((id) => ({ id, nom: ACT_LABELS[id] }))}
          value={filter.acte}
          error={errors.acte}
        />
      )}
      <FilterChoice
        name="table"
        label="Tables"
        options={[...TABLES]}
        value={filter.table}
        all="Les deux"
        error={errors.table}
      />
      <Submit>Faire ce livret</Submit>
    </Form>
  )
}

export const EmptyBook = ({ name, ...part }: BookPart & { name: string }) => (
  <>
    <PageHead title={bookTitle(name)} />
    <PartForm {...part} />
    <EmptyState title="Aucun acte à imprimer">Aucun acte que vous puissiez voir n’est dans cette partie.</EmptyState>
  </>
)

export interface TooLongProps extends BookPart {
  name: string
  actes: number
  undated: number
  /** Parts by kind of act, with the pages that each would have. */
  byKind: readonly { acte: ActKind; actes: number; pages: number }[]
  byYears: readonly Part[]
  linesPerAct: number
  url: ListAddress
}

/** Says what does not fit, and proposes parts that do. */
export function TooLong(props: TooLongProps) {
  const { name, actes, undated, byKind, byYears, linesPerAct, url } = props
  return (
    <>
      <PageHead
        title={bookTitle(name)}
        lead={`Ce livret aurait environ ${formatNumber(pagesOf(actes * linesPerAct))} pages, pour ${plural(actes, 'acte', 'actes')}. Un livret en a ${MAX_PAGES} au plus${NBSP}: choisissez-en une partie.`}
      />
      <PartForm {...props} />
      {byKind.length > 1 && (
        <>
          <h2>Par genre d’actes</h2>
          <ul>
            {byKind.map((kind) => (
              <li>
                <a href={url({ acte: kind.acte })}>{ACT_LABELS[kind.acte]}</a>
                {`${NBSP}: ${plural(kind.actes, 'acte', 'actes')}, environ ${plural(kind.pages, 'page', 'pages')}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {byYears.length > 1 && (
        <>
          <h2>Par années</h2>
          <ul>
            {byYears.map(({ de, a, actes: n }) => (
              <li>
                <a href={url({ annee_debut: de, annee_fin: a })}>{de === a ? de : `${de}-${a}`}</a>
                {`${NBSP}: ${plural(n, 'acte', 'actes')}, environ ${plural(pagesOf(n * linesPerAct), 'page', 'pages')}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {props.filter.table === null && (
        <>
          <h2>Une seule table</h2>
          <ul>
            {TABLES.map(({ id, nom }) => (
              <li>
                <a href={url({ table: id })}>{nom}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      {undated > 0 && (
        <p>
          {`${plural(undated, 'acte', 'actes')} sans date ${agreed(undated, 'n’est', 'ne sont')} dans aucune partie par années.`}
        </p>
      )}
    </>
  )
}
