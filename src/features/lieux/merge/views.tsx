import { plural } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Confirm, PageHead } from '../../../ui/page.tsx'
import { type PlaceChoice, PlaceInput } from '../../../ui/place-input.tsx'
import type { Lieu } from '../queries/places.ts'
import { quotesText } from '../rules/uses.ts'
import type { MergeCounts } from './actions.ts'

export const MERGE_TITLE = 'Fusionner le lieu'
export const CONFIRM_TITLE = 'Confirmer la fusion'
const LABEL = 'Lieu à garder'

interface ChooseProps {
  lieu: Lieu
  texte: string
  candidates: PlaceChoice[] | undefined
  error: string | undefined
}

/** Which place stays. Sent as an address, so that the confirmation can be reloaded and left by going back. */
export function MergePage({ lieu, texte, candidates, error }: ChooseProps) {
  const path = `/lieux/${lieu.id}`
  return (
    <>
      <PageHead
        title={MERGE_TITLE}
        lead={`Quand deux fiches désignent le même lieu\u00a0: tout ce qui dépend de ${quoted(lieu.nom_long)} passe à l’autre, puis cette fiche disparaît.`}
      />
      <Form action={`${path}/fusionner`} method="get" enter="Continuer">
        <ErrorSummary errors={error === undefined ? {} : { vers: error }} labels={{ vers: LABEL }} />
        <PlaceInput
          name="vers"
          label={LABEL}
          value={null}
          texte={texte}
          candidates={candidates}
          error={error}
          help="L’autre fiche du même lieu. Elle garde son nom et sa place dans la hiérarchie."
          required
        />
        <Actions cancel={path}>
          <Submit>Continuer</Submit>
        </Actions>
      </Form>
    </>
  )
}

export interface ConfirmMergeProps {
  lieu: Lieu
  into: Lieu
  counts: MergeCounts
  /** Children that will have a namesake beside them: how many, and the first of them. */
  twins: { total: number; shown: { id: number; nom: string }[] }
  /** Columns that the place that stays takes from the other. */
  taken: Partial<Pick<Lieu, 'code' | 'type_id' | 'latitude' | 'longitude' | 'note'>>
}

/** Nothing was done yet: the page says in words and numbers what the merge will do, and its button does it. */
export function ConfirmMergePage({ lieu, into, counts, twins, taken }: ConfirmMergeProps) {
  const path = `/lieux/${lieu.id}`
  return (
    <Confirm
      title={CONFIRM_TITLE}
      lead={`Le lieu ${quoted(lieu.nom_long)} disparaîtra\u202f; ${quoted(into.nom_long)} prendra sa place. Cela ne peut pas être défait.`}
      action={`${path}/fusionner`}
      submit="Fusionner les deux lieux"
      cancel={path}
    >
      <ul>
        {followers(counts).map((line) => (
          <li>{line}</li>
        ))}
        {detailsOf(lieu, into, taken).map((line) => (
          <li>{line}</li>
        ))}
      </ul>
      <Twins twins={twins} />
      <input type="hidden" name="vers" value={into.id} />
      <input type="hidden" name="version" value={lieu.version} />
      <input type="hidden" name="version_vers" value={into.version} />
    </Confirm>
  )
}

function followers({ lieux, sources, releves, citations }: MergeCounts): string[] {
  const places =
    lieux === 0
      ? 'Aucun lieu n’est situé en dessous de lui.'
      : `${plural(lieux, 'lieu situé', 'lieux situés')} directement en dessous de lui ${lieux > 1 ? 'suivront' : 'suivra'}, avec tout ce qui en dépend.`
  const archives =
    sources === 0
      ? 'Aucune source n’y est rattachée.'
      : `${plural(sources, 'source', 'sources')} (${plural(releves, 'relevé', 'relevés')}) ${sources > 1 ? 'suivront' : 'suivra'}.`
  const quotes =
    citations === 0
      ? 'Aucun relevé ne le cite dans un champ.'
      : `Il est cité dans un champ de ${quotesText(citations)}, qui ${citations > 1 ? 'citeront' : 'citera'} l’autre\u00a0: cette mise à jour se fait d’elle-même après la fusion.`
  return [places, archives, quotes]
}

/** Details of the emptied place are kept where the other said nothing, lost where it has its own. */
function detailsOf(from: Lieu, into: Lieu, taken: ConfirmMergeProps['taken']): string[] {
  const hasPosition = from.latitude !== null && from.longitude !== null
  const details = [
    { name: 'son code', isThere: from.code !== null && from.code !== into.code, isTaken: taken.code !== undefined },
    {
      name: 'son type',
      isThere: from.type_id !== null && from.type_id !== into.type_id,
      isTaken: taken.type_id !== undefined,
    },
    { name: 'sa position', isThere: hasPosition, isTaken: taken.latitude !== undefined },
    { name: 'sa note', isThere: from.note !== null && from.note !== into.note, isTaken: taken.note !== undefined },
  ].filter(({ isThere }) => isThere)
  const list = new Intl.ListFormat('fr')
  const kept = details.filter(({ isTaken }) => isTaken).map(({ name }) => name)
  const lost = details.filter(({ isTaken }) => !isTaken).map(({ name }) => name)
  return [
    ...(kept.length > 0 ? [`Seront repris, car l’autre fiche n’en dit rien\u00a0: ${list.format(kept)}.`] : []),
    ...(lost.length > 0 ? [`Seront perdus, car l’autre fiche garde les siens\u00a0: ${list.format(lost)}.`] : []),
  ]
}

function Twins({ twins: { total, shown } }: Pick<ConfirmMergeProps, 'twins'>) {
  if (total === 0) return null
  const rest = total - shown.length
  return (
    <>
      <p>
        {total === 1
          ? 'Un lieu qui suivra aura à côté de lui un lieu du même nom et du même type. Vous pourrez les fusionner ensuite\u00a0:'
          : `${plural(total, 'lieu qui suivra aura', 'lieux qui suivront auront')} à côté d’eux un lieu du même nom et du même type. Vous pourrez les fusionner ensuite\u00a0:`}
      </p>
      <ul>
        {shown.map(({ id, nom }) => (
          <li>
            <a href={`/lieux/${id}`}>{nom}</a>
          </li>
        ))}
        {rest > 0 && <li>{`et ${plural(rest, 'autre', 'autres')}`}</li>}
      </ul>
    </>
  )
}
