import { formatNumber } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { LinkButton, PageHead } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Dossier } from '../import/queries/dossiers.ts'
import type { Commune } from '../rules/plan.ts'
import { PLAN_TITLE } from './plan.tsx'

interface Named {
  id: number
  nom: string
}

interface StandingProps {
  standing: Dossier
  /** Long names of the places chosen, by id. */
  places: ReadonlyMap<number, string>
  sections: readonly Named[]
  types: readonly Named[]
}

const nameOf = (among: readonly Named[], id: number | null): string | undefined =>
  among.find((one) => one.id === id)?.nom

/** Tells whoever decided too late which choices stand: theirs are not kept. */
export function StandingPage({ standing: { plan, import_id }, places, sections, types }: StandingProps) {
  const placeOf = ({ lieu_id, creer }: Commune) =>
    creer ? 'Lieu à créer' : ((lieu_id === null ? undefined : places.get(lieu_id)) ?? 'Sans lieu')
  return (
    <>
      <PageHead title={PLAN_TITLE} />
      <p class="flash flash-err" role="alert">
        Ces fichiers sont déjà partis à la vérification avec d’autres choix, faits dans un autre onglet ou par quelqu’un
        d’autre{NBSP}: les vôtres ne sont pas retenus. Voici ceux qui valent.
      </p>
      <h2>Genres d’actes</h2>
      <Table
        caption="Genres d’actes"
        rows={plan.classes}
        columns={[
          { label: 'Dans les fichiers', cell: ({ libelle }) => libelle, head: true },
          { label: 'Actes', cell: ({ actes }) => formatNumber(actes), kind: 'nombre' },
          { label: 'Type de source', cell: ({ type_source_id }) => nameOf(types, type_source_id) ?? 'Laissés de côté' },
        ]}
      />
      <h2>Communes</h2>
      <Table
        caption="Communes"
        rows={plan.communes}
        columns={[
          { label: 'Dans les fichiers', cell: ({ nom }) => nom || 'Sans commune', head: true },
          { label: 'Actes', cell: ({ actes }) => formatNumber(actes), kind: 'nombre' },
          { label: 'Lieu', cell: placeOf },
        ]}
      />
      <h2>Section</h2>
      <p>
        {nameOf(sections, plan.section_id) ?? 'Sans section'}. Pour choisir autrement, ouvrez la vérification,
        abandonnez cet import, puis envoyez les fichiers de nouveau.
      </p>
      <p class="actions">
        <LinkButton href={`/imports/${import_id}`} principal>
          Voir la vérification
        </LinkButton>
      </p>
    </>
  )
}
