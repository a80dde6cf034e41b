import type { Champ } from '../../../champs/kind.ts'
import type { Body } from '../../../lib/body.ts'
import { quoted } from '../../../lib/typo.ts'
import { ColumnsLine } from '../../../ui/columns-line.tsx'
import { Key, SaveState } from '../../../ui/entry.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import type { Paging } from '../../../web/pagination.ts'
import type { ReleveForm } from '../form.ts'
import type { PreviousRaw } from '../rules/previous.ts'
import type { TableColumns } from '../rules/tableau.ts'
import { Warning } from './entry.tsx'
import { labelsOf } from './entry-champs.tsx'
import { DraftLoaded, type DraftNotice, DraftsWaiting } from './entry-drafts.tsx'
import { deskData, type FormAuthor } from './entry-form.tsx'
import { Tools } from './entry-keys.tsx'
import { PASSED_TITLE, passedPath } from './passed.tsx'
import { TableKeys } from './tableau-keys.tsx'
import { LiveRow, OtherFields, Row, type RowLinks, type TableRow } from './tableau-row.tsx'

export interface TableProps {
  title: string
  source: Parameters<typeof deskData>[0] & { titre: string }
  columns: TableColumns
  /** Where cells of a spreadsheet are pasted without a script. */
  paste: string
  /** The page that chooses them, and the address of this table with its empty columns, or without. */
  choose: string
  toggled: string
  /** null where all acts are shown, `champ` undefined where the type has no field for views. */
  view: { champ: Champ | undefined; vue: string | null; before: string | undefined; after: string | undefined }
  rows: TableRow[]
  total: number
  paging: Paging
  href: (page: number) => string
  /** The address of another view; of this table without a live row of its own. */
  ofView: (vue: string) => string
  here: string
  links: RowLinks
  live: {
    form: ReleveForm
    auteur: FormAuthor
    /** Attributes of the form (`abbreviationsOf`). */
    abreviations: Record<string, string>
    previous: PreviousRaw
    /** Names of the fields that this person always passes in this source. */
    passed: ReadonlySet<string>
    /** The record that it changes; undefined for a new one. */
    id: number | undefined
    /** The record of the row above. */
    above: number | undefined
    /** A new row stands after this record, else at the end. */
    apres: number | undefined
    /** Key of a draft that goes when the row is stored, and the draft that it holds. */
    brouillon: string
    draft: DraftNotice | undefined
  }
  /** The register goes on behind the last row. */
  isFollowed: boolean
  drafts: DraftNotice[]
  /** The record just saved, and what is odd about it. */
  saved: { id: number; words: string; warning: string | null } | undefined
  /** Values that a new row starts with, by name of the form field, for the script. */
  debut: Body
}

const NEW_ROW = '#ligne-nouvelle'

/** The component « tableau » (static/js/tableau-grille.js) hears these events, on the table or on the page: its method answers. */
const HEARD = {
  // Before the lists of suggestions hear it.
  'x-on:keydown.capture': 'pressedFirst',
  'x-on:keydown.document': 'pressed',
  'x-on:mousedown': 'pointed',
  'x-on:toggle.capture': 'opened',
  'x-on:input': 'typed',
  'x-on:saisie:rempli': 'filled',
  'x-on:change': 'chosen',
  'x-on:focusin': 'entered',
  'x-on:focusout': 'left',
  'x-on:click': 'clicked',
  'x-on:submit': 'submitted',
  'x-on:paste': 'pasted',
  'x-on:visibilitychange.document': 'gone',
  'x-on:pagehide.window': 'gone',
  'x-on:beforeunload.window': 'leaving',
  'x-on:online.window': 'again',
}

/** The acts of one view as rows, one of them with fields. */
export function TablePage(props: TableProps) {
  const { live, saved, drafts, here } = props
  return (
    <div class="grille-page" x-data="tableau" {...HEARD}>
      <Views {...props} />
      <div id="saisie-avis">
        <ErrorSummary errors={live.form.errors} labels={labelsOf(live.form)} />
        {saved?.warning && <Warning>{saved.warning}</Warning>}
        {live.draft ? <DraftLoaded draft={live.draft} empty={here} /> : <DraftsWaiting drafts={drafts} back={here} />}
      </div>
      <TableForm {...props} />
      <TableKeys />
      <Pagination paging={props.paging} total={props.total} href={props.href} />
    </div>
  )
}

/** Never swapped: a row may be half typed. */
const TARGET = ''

function Views(props: TableProps) {
  const { view, ofView, source } = props
  const { champ, vue, before, after } = view
  return (
    <form class="grille-vues" action={`/sources/${source.id}/tableau`} method="get">
      {champ !== undefined && <strong>{vue === null ? 'Toutes les vues' : `${champ.label} ${quoted(vue)}`}</strong>}
      {champ !== undefined && before !== undefined && (
        <a rel="prev" href={ofView(before)}>
          {`${champ.label} ${before}`}
        </a>
      )}
      {champ !== undefined && after !== undefined && (
        <a rel="next" href={ofView(after)}>
          {`${champ.label} ${after}`}
        </a>
      )}
      {vue !== null && <a href={ofView('')}>Toutes les vues</a>}
      {champ !== undefined && <ViewChoice vue={vue} />}
      <a href={NEW_ROW} x-on:click="appended">
        Nouvelle ligne
      </a>
      <a href={props.paste}>Coller depuis un tableur</a>
      <ColumnsLine {...props.columns} choose={props.choose} toggled={props.toggled} target={TARGET} />
    </form>
  )
}

const ViewChoice = ({ vue }: { vue: string | null }) => (
  <span>
    <label for="vue">Aller à la vue</label>{' '}
    <input id="vue" type="text" name="vue" size={6} autocomplete="off" value={vue ?? ''} />{' '}
    <button type="submit" class="bouton">
      Montrer
    </button>
  </span>
)

function TableForm(props: TableProps) {
  const { source, live, columns, debut, view, paging } = props
  const { form, auteur, id } = live
  const key = id === undefined ? form.jeton : `r${id}`
  return (
    <Form
      action={id === undefined ? `/sources/${source.id}/releves` : `/releves/${id}`}
      enter="Enregistrer la ligne"
      novalidate
      {...deskData(source, auteur, key)}
      {...live.abreviations}
      data-tableau=""
      data-ici={props.here}
      data-vides={columns.showsEmpty ? 'montrer' : undefined}
      data-fin={isLastPage(props) ? '' : undefined}
      data-suivi={props.isFollowed ? '' : undefined}
      data-debut={JSON.stringify(debut)}
      data-politiques={JSON.stringify(policies(form.champs))}
    >
      <input type="hidden" name="_envoi" value={form.jeton} />
      <input type="hidden" name="version" value={form.version} />
      <input type="hidden" name="_auteur" value={auteur.signature} />
      <input type="hidden" name="_forme_de" value={key} />
      <input type="hidden" name="_source" value={source.id} />
      <input type="hidden" name="_tableau" value={view.vue === null ? 'tout' : 'vue'} />
      <input type="hidden" name="_vue" value={view.vue ?? ''} />
      <input type="hidden" name="_page" value={paging.page} />
      {id === undefined && live.above !== undefined && <input type="hidden" name="_avant" value={live.above} />}
      {live.apres !== undefined && <input type="hidden" name="apres" value={live.apres} />}
      {live.brouillon !== '' && <input type="hidden" name="_brouillon" value={live.brouillon} />}
      <section class="cadre grille-cadre" aria-label="Tableau de saisie" tabindex={0}>
        <Grid {...props} />
      </section>
      <OtherFields form={form} champs={columns.champs} previous={live.previous} passed={live.passed} />
      <Actions>
        <Submit data-enregistrer>
          Enregistrer la ligne <Key>Ctrl+Entrée</Key>
        </Submit>
        <SaveState>{props.saved?.words}</SaveState>
        <span data-couple-connu />
        <Tools>
          <a class="outil" href={passedPath(source.id)}>
            {PASSED_TITLE}
          </a>
        </Tools>
        <Banner />
      </Actions>
    </Form>
  )
}

/** Rows that are not stored, and where they stand. */
const Banner = () => (
  <template x-if="banner.sentence">
    <p class="saisie-bandeau" role="alert">
      <span x-text="banner.sentence"></span>{' '}
      <template x-if="banner.href">
        <a href="/login" x-bind:href="banner.href">
          Y aller
        </a>
      </template>
    </p>
  </template>
)

const policies = (champs: readonly Champ[]): Record<string, string> =>
  Object.fromEntries(
    champs.flatMap(({ nom, politique, type }) =>
      politique === 'repris' || politique === 'incremente' ? [[nom, `${politique} ${type}`]] : [],
    ),
  )

/** A page on which the new row stands at the end: the last one. */
const isLastPage = ({ total, paging }: TableProps): boolean => paging.page * paging.parPage >= total

function Grid(props: TableProps) {
  const { columns, rows, live, links, saved, here, title } = props
  const row = rows.find(({ id }) => id === live.id)
  const isAtEnd = live.id === undefined && !rows.slice(0, -1).some(({ id }) => id === live.apres)
  const releve = row && { id: row.id, numero: row.numero, title: row.title, valeurs: row.valeurs }
  const liveRow = (
    <LiveRow
      form={live.form}
      champs={columns.champs}
      previous={live.previous}
      passed={live.passed}
      releve={releve}
      cancel={isAtEnd ? undefined : `${here}${NEW_ROW}`}
    />
  )
  return (
    <table class="grille">
      <caption class="hors-ecran">{title}</caption>
      <thead>
        <tr>
          <th scope="col">N°</th>
          {columns.champs.map((champ) => (
            <ColumnHead champ={champ} />
          ))}
          <th scope="col">Ligne</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <>
            {one.id === live.id ? (
              liveRow
            ) : (
              <Row row={one} champs={columns.champs} links={links} isNew={one.id === saved?.id} />
            )}
            {one.id === live.apres && live.id === undefined && !isAtEnd && liveRow}
          </>
        ))}
        {isAtEnd && liveRow}
        {!isAtEnd && isLastPage(props) && <NewRowLink href={`${here}${NEW_ROW}`} span={columns.champs.length + 2} />}
      </tbody>
    </table>
  )
}

/** Two persons of an act have a name each: the label alone may not say whose. */
const ColumnHead = ({ champ: { label, groupe, required, nom } }: { champ: Champ }) => (
  <th scope="col" data-colonne={nom}>
    {groupe !== null && groupe.role !== null && <small>{groupe.libelle}</small>}
    {label}
    {required && <span class="obligatoire"> *</span>}
  </th>
)

const NewRowLink = ({ href, span }: { href: string; span: number }) => (
  <tr class="grille-suite" data-suite="">
    <td colspan={span}>
      <a href={href} x-on:click="appended">
        Nouvelle ligne
      </a>
    </td>
  </tr>
)
