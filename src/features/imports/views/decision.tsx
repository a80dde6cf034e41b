import type { Doublons } from '../../../db/schema-work.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { Fieldset } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PROOF_FIELD, ProofField } from '../../auth/fresh.tsx'
import type { ShownImport } from '../queries/imports.ts'
import { planName } from '../rules/planned.ts'
import type { ImportPageProps } from './import.tsx'

type DecisionProps = ImportPageProps & { path: string }

/** Confirm what the dry run found, choose the columns anew, or give up. */
export function Decision(props: DecisionProps) {
  const { imported, kind, path } = props
  const { '': _, ...errors } = props.errors
  const count = imported.a_creer + imported.a_modifier + imported.a_verifier
  return (
    <>
      {kind.presentes && imported.inchangees > 0 && <p>{kind.presentes.aide(imported.inchangees)}</p>}
      <UnknownPlaces {...props} />
      {count > 0 ? (
        <Confirmation {...props} errors={errors} />
      ) : (
        <p>Il n’y a rien à enregistrer{NNBSP}: aucune ligne ne crée ni ne modifie quoi que ce soit.</p>
      )}
      {!props.hasColumns && <OtherSheets imported={imported} />}
      {props.hasColumns && (
        <p>
          <a href={`${path}/colonnes`}>Revoir les colonnes</a> ou l’encodage{NNBSP}: le fichier sera vérifié de nouveau.
        </p>
      )}
      <Abandon path={path} />
    </>
  )
}

function UnknownPlaces({ unknownPlaces, path }: DecisionProps) {
  const { noms = 0, lignes } = unknownPlaces ?? {}
  if (noms === 0) return null
  return (
    <p class="flash flash-warn">
      {plural(noms, 'nom de lieu n’a pas été reconnu', 'noms de lieux n’ont pas été reconnus')}, dans{' '}
      {plural(lignes ?? 0, 'ligne', 'lignes')}
      {NBSP}: <a href={`${path}/lieux`}>dire quels lieux ce sont</a>.
    </p>
  )
}

/** Where the columns are not chosen on a page of their own, another sheet is asked for when the file is sent. */
function OtherSheets({ imported }: { imported: ShownImport }) {
  const others = imported.feuilles.filter((nom) => nom !== imported.feuille)
  if (others.length === 0) return null
  const more = others.length > 8 ? '…' : '.'
  return (
    <p>
      Ce classeur a d’autres feuilles{NNBSP}: {others.slice(0, 8).map(quoted).join(', ')}
      {more} Pour en lire une, abandonnez, puis envoyez le fichier de nouveau en écrivant le nom de la feuille.
    </p>
  )
}

function Confirmation({ imported, kind, isFresh, hasColumns, errors, path }: DecisionProps) {
  const [one, many] = kind.noms
  const sure = imported.a_creer + imported.a_modifier
  return (
    <>
      <ErrorSummary errors={errors} labels={{ doublons: 'Lignes à vérifier', [PROOF_FIELD]: 'Votre mot de passe' }} />
      <Form action={`${path}/confirmer`}>
        <input type="hidden" name="plan" value={planName(imported)} />
        <p>
          Rien n’est encore enregistré. {imported.refusees > 0 && 'Les lignes refusées seront laissées de côté. '}
          {!(kind.sansFichier || hasColumns) &&
            imported.feuille === null &&
            'Si les lettres accentuées de l’aperçu sont fausses, abandonnez et choisissez un autre encodage.'}
        </p>
        {imported.a_verifier > 0 && <Doubles n={imported.a_verifier} kind={kind} error={errors.doublons} />}
        {kind.preuve && <ProofField isFresh={isFresh} help={kind.preuve} error={errors[PROOF_FIELD]} />}
        <Actions>
          <Submit>
            {imported.a_verifier > 0 ? `Enregistrer les ${many}` : `Enregistrer ${plural(sure, one, many)}`}
          </Submit>
        </Actions>
      </Form>
    </>
  )
}

const ANSWERS: [Doublons, string][] = [
  ['laisser', 'Les laisser de côté'],
  ['ajouter', 'Les ajouter, ce sont d’autres actes'],
  ['douteux', `Les ajouter avec l’état ${quoted('douteux')}, pour les revoir une à une`],
]

/** Nothing is chosen beforehand: whoever confirms has to say it. */
function Doubles({ n, kind, error }: { n: number; kind: ImportPageProps['kind']; error: string | undefined }) {
  const have = n > 1 ? 'ont' : 'a'
  const { noms, remplace } = kind
  const number = remplace === undefined ? '' : ', ou le même numéro,'
  const answers = remplace === undefined ? ANSWERS : [...ANSWERS, ['remplacer', remplace] as const]
  return (
    <Fieldset
      legend="Lignes à vérifier"
      help={`${formatNumber(n)} ${n > 1 ? 'lignes' : 'ligne'} ${have} la même date et les mêmes noms${number} qu’un ${noms[0]} déjà dans la source, mais d’autres valeurs. La liste est plus bas. Que faut-il en faire${NNBSP}?`}
      name="doublons"
      error={error}
    >
      {answers.map(([value, label]) => (
        <p>
          <label>
            <input type="radio" name="doublons" value={value} required /> {label}
          </label>
        </p>
      ))}
    </Fieldset>
  )
}

export function Abandon({ path }: { path: string }) {
  return (
    <Form action={`${path}/abandonner`}>
      <button type="submit" class="bouton">
        Abandonner cet import
      </button>
    </Form>
  )
}
