import { formatNumber, plural } from '../../../lib/text.ts'
import { Actions } from '../../../ui/form.tsx'
import { LinkButton, MoreActions } from '../../../ui/page.tsx'
import { FORMATS } from '../../../web/formats/index.ts'
import type { VisibleSource } from '../queries/sources.ts'
import type { OpenCounts } from '../rules/second-keying.ts'
import type { Move } from '../rules/workflow.ts'
import { secondPath } from '../second-keying-views.tsx'
import { StatusButtons } from '../workflow-views.tsx'
import { PATH } from './list.tsx'

export interface ActionsProps {
  source: VisibleSource
  /** How many views its register has. */
  vues: number
  /** Acts that the machine points at; `pointsLus`: below zero while they are looked for, null where nobody ever asked. */
  points: number
  pointsLus: number | null
  seesPoints: boolean
  canWrite: boolean
  canManage: boolean
  /** Acts of its second keying that keep it from being validated, and may this reader type them? */
  seconds: OpenCounts
  maySecond: boolean
  /** This reader may ask to be entrusted with it. */
  mayAsk: boolean
  /** The moves of the workflow open to this reader. */
  allowed: readonly Move[]
}

/** All that may be done with the source stands here: what is done daily as buttons, the rest behind one. */
export function SourceActions(props: ActionsProps) {
  const { source, canWrite, allowed } = props
  const path = `${PATH}/${source.id}`
  // The first record entered makes this move by itself: beside « Saisir », its button would make one wonder which of the two begins.
  const decides = allowed.some(({ review }) => review !== null)
  // Whoever decides has no need to withdraw beside it.
  const isLesser = ({ isMadeByEntry, isForward, review }: Move) =>
    (canWrite && isMadeByEntry) || (decides && !isForward && review === null)
  return (
    <div class="source-actions">
      <Actions>
        {canWrite && (
          <LinkButton href={`${path}/releves/nouveau`} principal>
            Saisir un relevé
          </LinkButton>
        )}
        {decides && (
          <LinkButton href={`/revue/${source.id}`} principal>
            Relire et décider
          </LinkButton>
        )}
        <StatusButtons
          source={source}
          allowed={allowed.filter((move) => !isLesser(move))}
          isMain={!canWrite && !decides}
        />
        {props.mayAsk && !canWrite && <LinkButton href={askPath(source.id)}>Ce registre m’intéresse</LinkButton>}
        {source.nb_releves > 0 && <LinkButton href={`${path}/releves`}>{seeReleves(source.nb_releves)}</LinkButton>}
        {props.vues > 0 && <LinkButton href={`${path}/vues`}>{`Vues (${formatNumber(props.vues)})`}</LinkButton>}
        {props.seesPoints && props.pointsLus !== null && (
          <LinkButton href={`${path}/avertissements`}>
            {`Points à revoir (${props.pointsLus < 0 ? 'calcul en cours' : formatNumber(props.points)})`}
          </LinkButton>
        )}
        {props.maySecond && source.status === 'a_valider' && props.seconds.aSaisir > 0 && (
          <LinkButton href={secondPath(source.id)}>
            {`Seconde saisie (${formatNumber(props.seconds.aSaisir)})`}
          </LinkButton>
        )}
        <MoreActions label="Autres actions">
          <StatusButtons source={source} allowed={allowed.filter(isLesser)} isMain={false} />
          <OtherActions {...props} path={path} />
        </MoreActions>
      </Actions>
    </div>
  )
}

const askPath = (id: number): string => `/registres/demander?source=${id}`

const seeReleves = (n: number): string => (n === 1 ? 'Voir le relevé' : `Voir les ${plural(n, 'relevé', 'relevés')}`)

function OtherActions({
  canWrite,
  canManage,
  mayAsk,
  path,
  source,
  vues,
  seesPoints,
  pointsLus,
}: ActionsProps & { path: string }) {
  return (
    <>
      {source.nb_releves === 0 && <a href={`${path}/releves`}>Liste des relevés</a>}
      {canWrite && mayAsk && <a href={askPath(source.id)}>Ce registre m’intéresse</a>}
      {canWrite && <a href={`${path}/tableau`}>Saisir en tableau</a>}
      {canWrite && <a href={`${path}/import`}>Importer un fichier</a>}
      {vues === 0 && <a href={`${path}/vues`}>Vues du registre</a>}
      {FORMATS.filter(({ isForOthers }) => !isForOthers).map(({ extension, label }) => (
        <a href={`/export/source/${source.id}/${extension}`}>Exporter en {label}</a>
      ))}
      {source.nb_releves > 0 && <a href={`${path}/livret`}>Livret à imprimer</a>}
      <a href={`/export/source/${source.id}`}>Exporter pour Excel et d’autres logiciels</a>
      {seesPoints && pointsLus === null && <a href={`${path}/avertissements`}>Chercher les points à revoir</a>}
      {source.questions === 0 && <a href={`${path}/fils`}>Questions et remarques</a>}
      {canManage && <a href={`${path}/modifier`}>Modifier la source</a>}
      {canManage && <a href={`${path}/defauts`}>Valeurs par défaut</a>}
      {canManage && <a href={`${path}/releves/supprimes`}>Relevés supprimés</a>}
      {canManage && <a href={`${path}/supprimer`}>Supprimer la source</a>}
    </>
  )
}
