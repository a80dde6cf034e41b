import type { Child } from 'hono/jsx'
import type { Champ } from '../../../champs/kind.ts'
import { ETAT_LABELS } from '../../../champs/states.ts'
import type { Body, FormErrors } from '../../../lib/body.ts'
import { Badge } from '../../../ui/page.tsx'
import type { ReleveForm } from '../form.ts'
import { type ReleveRow, shortText } from '../rules/display.ts'
import type { PreviousRaw } from '../rules/previous.ts'
import { valuesBeside } from '../rules/tableau.ts'
import { ChampLine } from './entry-champs.tsx'

/** An act as a row: what its cells show, and the form fields with which it would be typed, for the script that makes it live. */
export interface TableRow extends ReleveRow {
  /** Place in the register, from 1; undefined for a row that is answered by itself. */
  numero?: number | undefined
  version: number
  valeurs: Body
}

export interface RowLinks {
  edit(id: number): string
  insert(id: number): string
}

const isName = ({ partie, nom }: Champ): boolean =>
  ['nom', 'prenom', 'nom_complet'].some((part) => part === partie || part === nom)

interface RowProps {
  row: TableRow
  champs: readonly Champ[]
  /** undefined where the row is answered to the script, which has its own. */
  links?: RowLinks | undefined
  isNew?: boolean
}

/**
 * static/js/tableau*.js reads the attributes, and the values that stand in the cells. Fifty rows repeat what stands here: a cell has no element
 * of its own, and the head of the row says to whoever hears « Modifier » which row is meant.
 */
export function Row({ row, champs, links, isNew }: RowProps) {
  const numero = row.numero ?? '·'
  return (
    <tr
      id={`ligne-${row.id}`}
      class={isNew ? 'neuf' : undefined}
      data-ligne={row.id}
      data-version={row.version}
      data-valeurs={JSON.stringify(valuesBeside(champs, row))}
    >
      <th scope="row">
        <a href={`/releves/${row.id}`} title="Voir l’acte">
          {numero}
        </a>
      </th>
      {champs.map((champ, index) => (
        <td class={isName(champ) ? 'nom' : undefined}>
          <Shown {...row.cells[index]} />
        </td>
      ))}
      <td class="grille-liens">
        {links && (
          <>
            <a href={links.edit(row.id)}>Modifier</a>{' '}
            <a href={links.insert(row.id)} data-inserer="">
              Insérer
            </a>
          </>
        )}
      </td>
    </tr>
  )
}

function Shown({ text = '', etat = 'sur' }: Partial<ReleveRow['cells'][number]>): Child {
  return (
    <>
      {shortText(text)}
      {etat !== 'sur' && (
        <>
          {text !== '' && ' '}
          <Badge tone="warn">{ETAT_LABELS[etat]}</Badge>
        </>
      )}
    </>
  )
}

/** Where a link goes that makes a row live. */
export const LIVE_ID = 'vive'

interface LiveProps {
  form: ReleveForm
  /** The columns; the other fields of the form stand below the table. */
  champs: readonly Champ[]
  /** The row above, field by field, for « idem », where a script does not read it on the page. */
  previous: PreviousRaw
  /** Names of the fields that this person always passes here. */
  passed: ReadonlySet<string>
  /** The stored record that is changed here, with its place in the register; undefined for a new one. */
  releve: { id: number; numero: number | undefined; title: string; valeurs: Body } | undefined
  cancel: string | undefined
}

/** The one row with fields. */
export function LiveRow({ form, champs, previous, passed, releve, cancel }: LiveProps) {
  return (
    <tr
      id={releve ? `ligne-${releve.id}` : 'ligne-nouvelle'}
      class="vive"
      data-ligne={releve?.id ?? ''}
      data-version={form.version}
      data-valeurs={releve && JSON.stringify(releve.valeurs)}
    >
      <th id={LIVE_ID} scope="row">
        {releve ? (releve.numero ?? '·') : 'Nouv.'}
      </th>
      {champs.map((champ) => (
        <td class={isName(champ) ? 'nom' : undefined}>
          <ChampLine champ={champ} form={form} previous={previous.get(champ.nom)} more={inTable(champ, passed)} />
        </td>
      ))}
      <td class="grille-liens">
        <button type="submit" class="lien" data-enregistrer>
          Enregistrer
        </button>{' '}
        {cancel !== undefined && <a href={cancel}>Annuler</a>}
      </td>
    </tr>
  )
}

/** No fieldset says which fields are of one father, no line which are passed. */
const inTable = ({ nom, groupe }: Champ, passed: ReadonlySet<string>) => ({
  'data-groupe': groupe?.role === 'pere' ? groupe.id : undefined,
  'data-passes': passed.has(nom) ? '' : undefined,
})

/** Fields of the live row that have no column, folded: none of them is lost when the row is stored. */
export function OtherFields({
  form,
  champs,
  previous,
  passed,
}: Pick<LiveProps, 'form' | 'champs' | 'previous' | 'passed'>) {
  const others = form.champs.filter((champ) => !champs.some(({ id }) => id === champ.id))
  if (others.length === 0) return null
  const isWrong = (errors: FormErrors) => others.some(({ nom }) => errors[`data[${nom}]`] !== undefined)
  return (
    <details class="grille-autres" open={isWrong(form.errors)}>
      <summary>{`Champs sans colonne (${others.length})`}</summary>
      <div class="saisie-grille">
        {others.map((champ) => (
          <ChampLine champ={champ} form={form} previous={previous.get(champ.nom)} more={inTable(champ, passed)} />
        ))}
      </div>
    </details>
  )
}

interface AnswerProps {
  /** Left out where there is no record: a new row that is refused, one that is deleted. */
  row?: TableRow
  champs?: readonly Champ[]
  /** Sentences that say why the row is not stored, by name of the form field. */
  errors?: FormErrors
  /** Says how odd it is though it is stored, or that somebody else was faster. */
  notice?: string | undefined
  /** Where to decide between two versions. */
  decide?: string
  /** The form had made this record before, of other values: those sent now are a change of it. */
  isKnown?: boolean | undefined
}

/** One row by itself: what the script that sent it reads. */
export const RowAnswer = ({ row, champs = [], errors, notice, decide, isKnown = false }: AnswerProps) => (
  <table
    id="grille-reponse"
    data-erreurs={errors && JSON.stringify(errors)}
    data-avis={notice}
    data-choisir={decide}
    data-deja={isKnown ? '' : undefined}
  >
    <tbody>{row && <Row row={row} champs={champs} />}</tbody>
  </table>
)
