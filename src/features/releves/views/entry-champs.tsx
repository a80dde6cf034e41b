import { type FieldGroup, fieldGroups, followsInSeries } from '../../../champs/groups.ts'
import { etatName, fieldName, KINDS } from '../../../champs/index.ts'
import { kinOf } from '../../../champs/kin.ts'
import type { Champ } from '../../../champs/kind.ts'
import { ETAT_LABELS } from '../../../champs/states.ts'
import { type Body, shown } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { Understood } from '../../../ui/entry.tsx'
import { fieldId } from '../../../ui/field.tsx'
import { completes, offersKey } from '../../completion/rules/values.ts'
import type { ReleveForm } from '../form.ts'
import type { PreviousRaw } from '../rules/previous.ts'
import { proposalOf } from '../rules/proposals.ts'
import { passedPath } from './passed.tsx'
import { ShortLabel } from './short-label.tsx'

/** Names of the fields as people see them, by name of the form field. */
export const labelsOf = ({ champs }: ReleveForm): Record<string, string> =>
  Object.fromEntries(champs.map((champ) => [fieldName(champ), champ.label]))

interface ChampsProps {
  form: ReleveForm
  previous: PreviousRaw
  /** Names of the fields that stand on a line of their own. */
  passed: ReadonlySet<string>
  source: { id: number }
}

/** The persons beside one another, in the order of the register: each a column of fields, or two where they are many. */
export function Champs({ form, previous, passed, source }: ChampsProps) {
  return (
    <>
      {form.champs.length === 0 && (
        <p class="aide">Ce type de source n’a encore aucun champ&nbsp;: demandez à un administrateur d’en ajouter.</p>
      )}
      <div class="saisie-groupes">
        {form.champs.some((champ) => champ.required) && (
          <p class="saisie-requis">
            <span aria-hidden="true">*</span> obligatoire
          </p>
        )}
        {fieldGroups(form.champs).map((one, index, all) => (
          <ChampGroup {...one} {...{ form, previous, passed }} before={all[index - 1]} />
        ))}
        <PassedChamps {...{ form, previous, passed, source }} />
      </div>
    </>
  )
}

interface GroupProps extends FieldGroup, Omit<ChampsProps, 'source'> {
  before: FieldGroup | undefined
}

const isMarked = (etat: string): boolean => etat !== '' && etat !== 'sur'

/** Something is said of one of these fields, or wrong with it. `given`: names of those whose value says nothing. */
const isFilled = ({ raw, errors }: ReleveForm, champs: readonly Champ[], given?: ReadonlySet<string>): boolean =>
  champs.some((champ) => {
    const name = fieldName(champ)
    const isTyped = KINDS[champ.type].typed(raw, name) !== '' && !given?.has(champ.nom)
    return isTyped || errors[name] !== undefined || isMarked(shown(raw, etatName(champ)))
  })

/** More fields than this are two columns. */
const COLUMN = 8

/** The heading that comes first takes the line: it locates the act, and the persons begin beneath it. */
function widthOf({ group, champs }: FieldGroup, isFirst: boolean): string {
  if (group === null || (isFirst && group.role === null)) return ' saisie-ligne'
  return group.role === null || champs.length > COLUMN ? ' saisie-large' : ''
}

/** A person or a heading. The second witness waits behind one line until the first one is named (static/js/saisie-groupes.js). */
function ChampGroup({ group, champs, form, previous, passed, before }: GroupProps) {
  const fields = (
    <div class="saisie-grille">
      {champs.map((champ) =>
        passed.has(champ.nom) ? (
          <span hidden data-place={champ.nom} />
        ) : (
          <ChampLine champ={champ} form={form} previous={previous.get(champ.nom)} />
        ),
      )}
    </div>
  )
  const left = champs.filter(({ nom }) => !passed.has(nom))
  const attributes = {
    class: `saisie-groupe${widthOf({ group, champs: left }, before === undefined)}`,
    hidden: left.length === 0,
  }
  if (group === null) return <div {...attributes}>{fields}</div>
  if (!followsInSeries(before?.group, group))
    return (
      <fieldset {...attributes}>
        <legend>{group.libelle}</legend>
        {fields}
      </fieldset>
    )
  const isOpen = isFilled(form, champs) || isFilled(form, before?.champs ?? [])
  return (
    <details {...attributes} open={isOpen} data-suite-de>
      <summary>{group.libelle}</summary>
      {fields}
    </details>
  )
}

/** Surnames are copied letter by letter, never written out. */
const isSurname = ({ nom, partie }: Champ): boolean =>
  partie === 'nom' || partie === 'nom_complet' || (partie === null && nom === 'nom')

/**
 * One line for what somebody always passes here, sent with the record all the same; open where a value is more than what every
 * record starts with, or wrong. static/js/saisie-passes.js moves fields in and out.
 */
function PassedChamps({ form, previous, passed, source }: ChampsProps) {
  const champs = form.champs.filter(({ nom }) => passed.has(nom))
  return (
    <details
      class="saisie-passes"
      open={isFilled(form, champs, form.carried)}
      hidden={champs.length === 0}
      data-passes={passedPath(source.id)}
    >
      <summary>
        <span data-passes-noms>{passedWords(champs.map(({ label }) => label))}</span>{' '}
        <span class="lien">les montrer</span>
      </summary>
      <div class="saisie-grille">
        {champs.map((champ) => (
          <ChampLine champ={champ} form={form} previous={previous.get(champ.nom)} />
        ))}
      </div>
      <p>
        <a href={passedPath(source.id)}>Choisir les champs passés</a>
      </p>
    </details>
  )
}

/** « 2 champs passés : Sexe, Légitimité »; static/js/saisie-passes.js says the same. */
const passedWords = (labels: string[]): string =>
  `${plural(labels.length, 'champ passé', 'champs passés')}${NBSP}: ${labels.join(', ')}`

const isName = (partie: Champ['partie']): boolean => partie === 'nom' || partie === 'prenom'

interface LineProps {
  champ: Champ
  form: ReleveForm
  previous: Body | undefined
  /** More attributes, of a field that stands in no group. */
  more?: Record<string, string | number | undefined>
}

export function ChampLine({ champ, form, previous, more }: LineProps) {
  const name = fieldName(champ)
  const id = fieldId(name)
  const { Input, understood } = KINDS[champ.type]
  const etat = shown(form.raw, etatName(champ))
  const kin = kinOf(form.champs, champ.nom)
  return (
    <div
      class={`saisie-champ saisie-${champ.type}${isMarked(etat) ? ' saisie-marque' : ''}`}
      data-champ={champ.nom}
      data-n={champ.id.toString(36)}
      data-completion={completes(champ) ? offersKey(champ) : undefined}
      data-meme={kin?.principal}
      data-pere={kin?.pere}
      data-herite={kin?.isHeir ? '' : undefined}
      data-couple={champ.groupe?.role === 'pere' && isName(champ.partie) ? champ.partie : undefined}
      data-repris={form.carried?.has(champ.nom) ? '' : undefined}
      data-precedent={previous && Object.keys(previous).length > 0 ? JSON.stringify(previous) : undefined}
      data-sans-abreviation={isSurname(champ) ? '' : undefined}
      {...proposalOf(champ, form.champs)}
      {...more}
    >
      <Input
        champ={champ}
        label={<ShortLabel label={champ.label} title={champ.groupe?.libelle ?? ''} />}
        isDense
        name={name}
        raw={form.raw}
        error={form.errors[name]}
        candidates={form.candidates[name]}
      />
      <EtatSelect champ={champ} value={etat} controlId={id} />
      {understood && <Understood id={`${id}-compris`}>{form.echoes[champ.nom]}</Understood>}
    </div>
  )
}

// Tab stops here: without JavaScript there is no other way to it. With it the keys and the buttons are one, and static/js takes
// the stop away (applyState).
function EtatSelect({ champ, value, controlId }: { champ: Champ; value: string; controlId: string }) {
  const name = etatName(champ)
  return (
    <div class="saisie-champ-etat">
      <label class="hors-ecran" for={fieldId(name)}>{`État de ${quoted(champ.label)}`}</label>
      <select id={fieldId(name)} name={name} data-etat-de={controlId}>
        {Object.entries(ETAT_LABELS).map(([etat, label]) => (
          <option value={etat} selected={etat === value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
