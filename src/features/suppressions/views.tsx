import type { FormErrors } from '../../lib/body.ts'
import { formatDay, formatNumber, formatSize, plural, tableInstant } from '../../lib/text.ts'
import { NBSP, quoted } from '../../lib/typo.ts'
import { Field, Fieldset } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../ui/form.tsx'
import { EmptyState, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Table } from '../../ui/table.tsx'
import type { PhotoRoom } from '../vues/queries/photos.ts'
import type { SuppressionRow } from './queries.ts'
import { endOf } from './rules.ts'

export const PATH = '/sources/supprimees'
export const LIST_TITLE = 'Sources supprimées'

export const deleteTitle = (source: { titre: string }): string => `Supprimer la source ${quoted(source.titre)}`

interface DeleteProps {
  source: { id: number; titre: string; nb_releves: number }
  /** Deleted records that its history still has. */
  nbDeleted: number
  photos: PhotoRoom
  typed: string
  errors: FormErrors
}

/** Asks before a source is deleted; for one with records its title must be typed. */
export function DeleteSourcePage({ source, nbDeleted, photos, typed, errors }: DeleteProps) {
  const back = `/sources/${source.id}`
  const { nb_releves: n } = source
  const others = plural(nbDeleted, 'relevé supprimé', 'relevés supprimés')
  return (
    <div class="confirmation">
      <h1>{deleteTitle(source)}</h1>
      <ErrorSummary errors={errors} labels={{ confirmation: 'Titre' }} />
      <p>
        {n === 0
          ? 'Cette source ne contient aucun relevé.'
          : `Cette source contient ${plural(n, 'relevé', 'relevés')}${NBSP}: ${n >= 2 ? 'ils quitteront' : 'il quittera'} les listes, la recherche, la carte et les exports, avec ${n >= 2 ? 'leurs' : 'ses'} versions.`}
        {nbDeleted > 0 && ` Sa corbeille garde ${others}.`}
      </p>
      <p>Pendant trente jours, elle peut être rétablie telle qu’elle est. Ensuite, elle est perdue.</p>
      <Form action={`${back}/supprimer`}>
        {n > 0 && (
          <Field
            name="confirmation"
            label="Titre de la source"
            help={`Pour confirmer, recopiez${NBSP}: ${source.titre}`}
            error={errors.confirmation}
            required
          >
            <input
              type="text"
              name="confirmation"
              value={typed}
              maxlength={255}
              autocomplete="off"
              spellcheck={false}
            />
          </Field>
        )}
        <Photos {...photos} />
        <Actions cancel={back}>
          <Submit tone="danger">Supprimer la source</Submit>
        </Actions>
      </Form>
    </div>
  )
}

/** Asks what becomes of the photos of a source that leaves. */
function Photos({ photos, octets }: PhotoRoom) {
  if (photos === 0) return null
  return (
    <Fieldset
      legend={`${plural(photos, 'photo', 'photos')}, ${formatSize(octets)}`}
      help="Celles qu’une autre source montre aussi restent en tout cas."
      name="photos"
    >
      <div class="champ case">
        <input type="radio" id="photos-garder" name="photos" value="garder" checked />
        <label for="photos-garder">Les garder trente jours, avec la source</label>
      </div>
      <div class="champ case">
        <input type="radio" id="photos-supprimer" name="photos" value="supprimer" />
        <label for="photos-supprimer">Les retirer dès maintenant{NBSP}: la source reviendrait sans elles</label>
      </div>
    </Fieldset>
  )
}

interface ListProps {
  rows: SuppressionRow[]
  total: number
  paging: { page: number; parPage: number }
  href: (page: number) => string
}

/** Sources that were deleted, and may still come back. */
export function SuppressionsPage({ rows, total, paging, href }: ListProps) {
  return (
    <>
      <PageHead title={LIST_TITLE} lead="Elles peuvent être rétablies pendant trente jours, telles qu’elles étaient." />
      {total === 0 ? (
        <EmptyState title="Aucune source supprimée">
          Une source que l’on supprime attend ici trente jours avant de disparaître.
        </EmptyState>
      ) : (
        <Table
          caption={LIST_TITLE}
          rows={rows}
          columns={[
            { label: 'Titre', kind: 'nom', head: true, cell: ({ titre }) => titre },
            { label: 'Relevés', kind: 'nombre', cell: ({ nb_releves }) => formatNumber(nb_releves) },
            { label: 'Supprimée le', kind: 'date', cell: ({ created_at }) => tableInstant(created_at) },
            { label: 'Par', cell: ({ auteur }) => auteur ?? 'Compte supprimé' },
            { label: 'État', cell: state },
          ]}
          actions={(row) => row.etat === 'supprimee' && <BringBack row={row} />}
        />
      )}
      <Pagination paging={paging} total={total} href={href} />
    </>
  )
}

const WORK = { ecriture: 'Mise de côté en cours', retrait: 'Suppression en cours', retour: 'Rétablissement en cours' }

function state({ etat, created_at, avance, lignes }: SuppressionRow): string {
  if (etat === 'supprimee') return `Jusqu’au ${formatDay(endOf(created_at))}`
  if (etat !== 'retour' || lignes === 0) return WORK[etat]
  return `${WORK.retour}${NBSP}: ${Math.floor((100 * avance) / lignes)}${NBSP}%`
}

const BringBack = ({ row }: { row: SuppressionRow }) => (
  <Form action={`${PATH}/${row.id}/retablir`}>
    <button type="submit" class="lien" aria-label={`Rétablir ${row.titre}`}>
      Rétablir
    </button>
  </Form>
)
