import { formatNumber, plural } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { LinkButton } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { PublicCounts } from './queries.ts'
import { type DepartementCount, paragraphsOf } from './rules.ts'

interface AccueilProps {
  siteName: string
  texte: string
  contact: string
  /** Address of the contact, where it is one. */
  contactHref: string | undefined
  isRegistrationOpen: boolean
  /** Undefined where the association shows none. */
  counts: PublicCounts | undefined
}

/** Anybody may read this page: what the association says of itself, numbers without a name, whom to write to. */
export function AccueilPage({ siteName, texte, counts, isRegistrationOpen, ...contact }: AccueilProps) {
  return (
    <div class="accueil">
      <h1>{siteName}</h1>
      {paragraphsOf(texte).map((paragraph) => (
        <p class="accueil-texte">{paragraph}</p>
      ))}
      <p class="tete-actions">
        <LinkButton href="/login" principal>
          Se connecter
        </LinkButton>
        {isRegistrationOpen && <LinkButton href="/register">Demander un compte</LinkButton>}
      </p>
      <Contact {...contact} />
      {counts && counts.releves > 0 && <Counts {...counts} />}
    </div>
  )
}

function Counts({ sources, releves, departements }: PublicCounts) {
  const total = `${plural(releves, 'relevé', 'relevés')} dans ${plural(sources, 'source', 'sources')}`
  return (
    <>
      <h2>{total}</h2>
      <Table caption="Relevés et sources par département" columns={COLUMNS} rows={departements} />
    </>
  )
}

const COLUMNS: Column<DepartementCount>[] = [
  { label: 'Département', kind: 'nom', head: true, cell: ({ nom }) => nom },
  { label: 'Relevés', kind: 'nombre', cell: ({ releves }) => formatNumber(releves) },
  { label: 'Sources', kind: 'nombre', cell: ({ sources }) => formatNumber(sources) },
]

function Contact({ contact, contactHref }: Pick<AccueilProps, 'contact' | 'contactHref'>) {
  if (contact === '') return null
  return (
    <p>
      {`Nous écrire${NBSP}: `}
      {contactHref === undefined ? contact : <a href={contactHref}>{contact}</a>}
    </p>
  )
}
