import type { Child } from 'hono/jsx'
import type { Elsewhere } from '../../../../lib/elsewhere.ts'
import { formatInstant } from '../../../../lib/text.ts'
import { NNBSP } from '../../../../lib/typo.ts'
import { Actions, Form, Submit } from '../../../../ui/form.tsx'
import { Definitions, LinkButton, PageHead } from '../../../../ui/page.tsx'
import { polling } from '../../../../ui/polling.ts'
import { Progress } from '../../../../ui/steps.tsx'
import type { ElsewhereState } from '../queries.ts'
import { KIND_NAMES, LABELS, placeInWords } from '../rules/words.ts'
import { PATH, PlaceForm, type PlaceFormProps } from './form.tsx'
import { ElsewhereNotice } from './notice.tsx'

export const TITLE = 'Copie ailleurs'
const TARGET = '#copies'

export interface ElsewherePageProps {
  place: Elsewhere | null
  state: ElsewhereState | undefined
  underWay: { etat: string; progres: number | null; erreur: string | null } | undefined
  trial: { ok: boolean; text: string } | undefined
  form: PlaceFormProps
}

export function ElsewherePage(props: ElsewherePageProps) {
  const { place, form } = props
  return (
    <>
      <PageHead
        title={TITLE}
        lead="Après chaque sauvegarde de la nuit, le site en envoie une copie chiffrée sur un autre stockage, la relit en entier et retire les plus anciennes. Si le serveur brûle, elle reste."
      />
      {place && <InForce {...props} place={place} />}
      <PlaceForm {...form} />
      <Reading />
    </>
  )
}

function InForce({ place, state, underWay, trial }: ElsewherePageProps & { place: Elsewhere }) {
  return (
    <>
      {trial && (
        <p class={`flash flash-${trial.ok ? 'ok' : 'err'}`} role="status">
          {trial.text}
        </p>
      )}
      <div id="copies" {...(underWay && polling(PATH, TARGET))}>
        {state && <ElsewhereNotice state={state} />}
        <Facts place={place} state={state} />
        <Now underWay={underWay} />
      </div>
      <div class="actions">
        <LinkButton href={`${PATH}/copies`}>Voir les copies qui sont là-bas</LinkButton>
        <LinkButton href={`${PATH}/fiche`}>Imprimer la fiche</LinkButton>
        <LinkButton href={`${PATH}/supprimer`}>Ne plus copier ailleurs</LinkButton>
      </div>
    </>
  )
}

function Facts({ place, state }: { place: Elsewhere; state: ElsewhereState | undefined }) {
  const { last } = state ?? {}
  return (
    <Definitions
      items={[
        { term: 'Destination', value: `${placeInWords(place)} (${KIND_NAMES[place.sorte]})` },
        { term: 'Dernière copie', value: last ? `${formatInstant(last.at)}, ${last.fichier}` : 'aucune encore' },
        { term: 'Chaque nuit', value: place.chaque_nuit ? 'Oui' : 'Non' },
        ...(place.sorte === 'sftp' ? [{ term: LABELS.cle_hote, value: place.cle_hote || 'à lire par un essai' }] : []),
      ]}
    />
  )
}

function Now({ underWay }: Pick<ElsewherePageProps, 'underWay'>) {
  if (!underWay)
    return (
      <div class="actions">
        <Form action={`${PATH}/copier`}>
          <Submit>Copier maintenant</Submit>
        </Form>
        <Form action={`${PATH}/essai`}>
          <button type="submit" class="bouton">
            Essayer
          </button>
        </Form>
      </div>
    )
  return (
    <>
      <Progress label="Copie en cours" done={underWay.progres ?? 0} total={underWay.progres ? 100 : 0} />
      {underWay.erreur !== null && <p class="flash flash-err">{underWay.erreur} Le site réessaiera de lui-même.</p>}
      <p>
        Vous pouvez quitter cette page{NNBSP}: le travail continue sans elle. <a href={PATH}>Actualiser</a>
      </p>
    </>
  )
}

function Reading() {
  return (
    <>
      <h2>Relire une copie</h2>
      <p>
        Les copies sont au format age{NNBSP}: sans ce site, le programme <code>age</code> (paquet de Debian, Windows,
        macOS) les ouvre avec la phrase secrète. Ce qui sort est une sauvegarde ordinaire.
      </p>
      <p>
        <code>age -d releves-DATE-quotidienne.tar.age &gt; sauvegarde.tar</code>
      </p>
      <p>
        Sur une machine neuve, <code>bin/releve copie:restaurer</code> demande l’adresse et les secrets, rapporte la
        dernière copie et remet le site. <strong>Les photos des registres ne sont pas dans les copies</strong>.
      </p>
    </>
  )
}

/** Without the place the site forgets its secrets: the copies stay where they are. */
export function RemovePage({ place, children }: { place: Elsewhere; children: Child }) {
  return (
    <>
      <PageHead title="Ne plus copier ailleurs" />
      <p>
        Le site oublie {placeInWords(place)}, ses secrets et la phrase. Les copies déjà faites restent là-bas, lisibles
        avec la phrase écrite sur la fiche.
      </p>
      <Form action={`${PATH}/supprimer`}>
        {children}
        <Actions cancel={PATH}>
          <Submit tone="danger">Ne plus copier</Submit>
        </Actions>
      </Form>
    </>
  )
}
