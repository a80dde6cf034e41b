import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown } from '../../../lib/body.ts'
import { formatDay } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Badge, Confirm, Definitions, LinkButton, PageHead } from '../../../ui/page.tsx'
import type { SpellingRow } from '../queries/listing.ts'
import { KIND_LABELS, MAX_SOURCE, meaning, STATES, written } from '../rules/line.ts'
import { PATH, usesText } from './list.tsx'

export interface LineProps {
  line: SpellingRow
  /** Words sought together once the line holds; none of a line of `≠`. */
  together: string[]
  decides: boolean
  withdraws: boolean
  /** The refusal as it was typed, where it came back. */
  raw: Body
  errors: FormErrors
}

export function LinePage(props: LineProps) {
  const { line, together, decides } = props
  return (
    <>
      <PageHead title={written(line)} lead={meaning(line)} action={<LineActions {...props} />} />
      <Definitions items={definitionsOf(line)} />
      {together.length > 2 && (
        <p>
          {line.etat === 'acceptee' ? 'Cherchés ensemble' : 'Seraient cherchés ensemble, une fois la ligne acceptée'}
          {`${NBSP}: ${together.join(', ')}.`}
        </p>
      )}
      {decides && <Deciding {...props} />}
    </>
  )
}

function LineActions({ line, decides, withdraws }: LineProps) {
  const search = new URLSearchParams({ mode: 'sonore', [line.genre]: line.nom_a })
  if (line.lieu_id !== null) search.set('lieu', String(line.lieu_id))
  return (
    <>
      <LinkButton href={`/recherche?${search}`}>Essayer dans la recherche</LinkButton>
      {decides && <LinkButton href={`${PATH}/${line.id}/modifier`}>Modifier</LinkButton>}
      {decides && <LinkButton href={`${PATH}/${line.id}/supprimer`}>Supprimer</LinkButton>}
      {!decides && withdraws && <LinkButton href={`${PATH}/${line.id}/supprimer`}>Retirer ma proposition</LinkButton>}
    </>
  )
}

const GONE = 'une personne dont le compte est supprimé'

const decisionOf = ({ decidee_at, decideur }: SpellingRow): string =>
  decidee_at === null ? '' : `${formatDay(decidee_at)}, par ${decideur ?? GONE}`

function definitionsOf(line: SpellingRow) {
  const { etat, lieu, source, created_at, auteur, motif } = line
  return [
    { term: 'État', value: <Badge tone={STATES[etat].tone}>{STATES[etat].label}</Badge> },
    { term: 'Genre', value: KIND_LABELS[line.genre] },
    { term: 'Lieu', value: lieu === null ? 'Partout' : `${lieu}, et ce qui s’y trouve` },
    { term: 'Connue par', value: source },
    { term: 'Proposée', value: `${formatDay(created_at)}, par ${auteur ?? GONE}` },
    ...(etat === 'proposee' ? [] : [{ term: etat === 'acceptee' ? 'Acceptée' : 'Refusée', value: decisionOf(line) }]),
    ...(motif === null ? [] : [{ term: 'Motif', value: motif }]),
    { term: 'Recherches', value: usesText(line) },
  ]
}

/** Both decisions, or the one that is left. */
function Deciding({ line, raw, errors }: LineProps) {
  const version = <input type="hidden" name="version" value={line.version} />
  return (
    <section aria-labelledby="decision">
      <h2 id="decision">{line.etat === 'proposee' ? 'Décider' : 'Revenir sur la décision'}</h2>
      {line.etat !== 'acceptee' && (
        <Form action={`${PATH}/${line.id}/accepter`}>
          {version}
          <Actions>
            <Submit>Accepter la ligne</Submit>
          </Actions>
        </Form>
      )}
      {line.etat !== 'refusee' && (
        <Form action={`${PATH}/${line.id}/refuser`} id="refus">
          <ErrorSummary errors={errors} labels={{ motif: 'Motif du refus' }} />
          {version}
          <Field
            name="motif"
            label="Motif du refus"
            help="La personne qui a proposé la ligne le lira, et toutes les autres aussi."
            error={errors.motif}
            required
          >
            <textarea name="motif" rows={3} maxlength={MAX_SOURCE}>
              {shown(raw, 'motif')}
            </textarea>
          </Field>
          <Actions>
            <Submit tone="danger">Refuser la ligne</Submit>
          </Actions>
        </Form>
      )}
    </section>
  )
}

export const deleteTitle = (decides: boolean): string => (decides ? 'Supprimer la ligne' : 'Retirer ma proposition')

export function DeleteLinePage({ line, decides }: { line: SpellingRow; decides: boolean }) {
  const lead =
    line.etat === 'acceptee'
      ? `La ligne ${quoted(written(line))} ne servira plus à aucune recherche.`
      : `La ligne ${quoted(written(line))} sera supprimée.`
  return (
    <Confirm
      title={deleteTitle(decides)}
      lead={lead}
      action={`${PATH}/${line.id}/supprimer`}
      submit={deleteTitle(decides)}
      cancel={`${PATH}/${line.id}`}
    >
      <input type="hidden" name="version" value={line.version} />
    </Confirm>
  )
}
