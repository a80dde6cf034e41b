import type { Child } from 'hono/jsx'
import { ETAT_LABELS } from '../../../champs/etats.ts'
import { etatName, fieldName, KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { shown } from '../../../lib/body.ts'
import { EntryLayout, Key, SaveState, Understood } from '../../../ui/entry.tsx'
import { fieldId } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, RequiredNote, Submit } from '../../../ui/form.tsx'
import { Badge, EmptyState, PageHead } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import { quoted } from '../../../ui/typo.ts'
import { formatClock, type ReleveRow } from '../display.ts'
import type { ReleveForm } from '../form.ts'
import { releveColumns } from './list.tsx'

interface SourceHead {
  id: number
  titre: string
  type_nom: string
  lieu_nom_long: string | null
  annee_debut: number | null
  annee_fin: number | null
  cote: string | null
}

interface EntryProps {
  title: string
  source: SourceHead
  form: ReleveForm
  listed: readonly Champ[]
  recent: ReleveRow[]
  /** The record just saved, and what is odd about it. */
  saved?: { id: number; created_at: string; warning: string | null } | undefined
}

/** The desk: the form of the next record, ready again after each save, and the last ones entered. */
export function EntryPage({ title, source, form, listed, recent, saved }: EntryProps) {
  return (
    <EntryLayout
      title={title}
      context={sourceLine(source)}
      links={
        <>
          <a href={`/sources/${source.id}/releves`}>Tous les relevés</a> <a href={`/sources/${source.id}`}>La source</a>
        </>
      }
      form={<EntryForm source={source} form={form} saved={saved} />}
      recent={<Recent listed={listed} recent={recent} saved={saved?.id} />}
    />
  )
}

const sourceLine = ({ type_nom, lieu_nom_long, annee_debut, annee_fin, cote }: SourceHead): string => {
  const years = [...new Set([annee_debut, annee_fin])].filter((year) => year !== null).join('-')
  return [type_nom, lieu_nom_long, years, cote].filter(Boolean).join(' · ')
}

// A save swaps the form and the last entries; without htmx the same form posts and the whole page comes back.
const SWAP = {
  'hx-target': '#saisie-formulaire',
  'hx-select': '#saisie-formulaire',
  'hx-select-oob': '#saisie-recents',
  'hx-swap': 'outerHTML',
  'hx-sync': 'this:drop',
  'hx-disabled-elt': '[data-enregistrer]',
}

function EntryForm({ source, form, saved }: Pick<EntryProps, 'source' | 'form' | 'saved'>) {
  const action = `/sources/${source.id}/releves`
  return (
    <div id="saisie-formulaire">
      <ErrorSummary errors={form.errors} labels={labelsOf(form)} />
      {saved?.warning && <Warning>{saved.warning}</Warning>}
      <Form action={action} enter="Enregistrer le relevé" novalidate data-saisie hx-post={action} {...SWAP}>
        <input type="hidden" name="_envoi" value={form.jeton} />
        <Champs form={form} />
        <Actions>
          <Submit data-enregistrer>
            Enregistrer le relevé <Key>Ctrl+Entrée</Key>
          </Submit>
          <SaveState>{saved && `Enregistré à ${formatClock(saved.created_at)}`}</SaveState>
        </Actions>
      </Form>
    </div>
  )
}

/** A sentence about what is stored all the same. */
export const Warning = ({ children }: { children: Child }) => (
  <p class="avertissement" role="status">
    <Badge tone="warn">À vérifier</Badge> {children}
  </p>
)

function Recent({ listed, recent, saved }: Pick<EntryProps, 'listed' | 'recent'> & { saved: number | undefined }) {
  return (
    <div id="saisie-recents">
      {recent.length === 0 ? (
        <EmptyState title="Aucun relevé pour l’instant">Le premier que vous enregistrez paraîtra ici.</EmptyState>
      ) : (
        <Table
          caption="Derniers relevés saisis"
          showCaption
          columns={releveColumns(listed)}
          rows={recent}
          rowState={(row) => (row.id === saved ? 'neuf' : null)}
        />
      )}
    </div>
  )
}

interface EditProps {
  title: string
  releve: { id: number }
  source: SourceHead
  form: ReleveForm
}

/** The form of a stored record. */
export function EditPage({ title, releve, source, form }: EditProps) {
  const path = `/releves/${releve.id}`
  return (
    <>
      <PageHead title={title} lead={sourceLine(source)} />
      <div class="saisie-feuille">
        <ErrorSummary errors={form.errors} labels={labelsOf(form)} />
        <Form action={path} enter="Enregistrer les modifications" novalidate data-saisie>
          <input type="hidden" name="version" value={form.version} />
          <Champs form={form} />
          <Actions cancel={path}>
            <Submit data-enregistrer>
              Enregistrer les modifications <Key>Ctrl+Entrée</Key>
            </Submit>
            <SaveState />
          </Actions>
        </Form>
      </div>
    </>
  )
}

const labelsOf = ({ champs }: ReleveForm): Record<string, string> =>
  Object.fromEntries(champs.map((champ) => [fieldName(champ), champ.label]))

function Champs({ form }: { form: ReleveForm }) {
  return (
    <>
      {form.champs.some((champ) => champ.required) && <RequiredNote />}
      {form.champs.length === 0 && (
        <p class="aide">Ce type de source n’a encore aucun champ&nbsp;: demandez à un administrateur d’en ajouter.</p>
      )}
      {form.champs.map((champ) => (
        <ChampLine champ={champ} form={form} />
      ))}
    </>
  )
}

function ChampLine({ champ, form }: { champ: Champ; form: ReleveForm }) {
  const name = fieldName(champ)
  const id = fieldId(name)
  const { Input, understood } = KINDS[champ.type]
  return (
    <div class="saisie-champ">
      <Input champ={champ} name={name} raw={form.raw} error={form.errors[name]} candidates={form.candidates[name]} />
      <EtatSelect champ={champ} value={shown(form.raw, etatName(champ))} controlId={id} />
      {understood && <Understood id={`${id}-compris`}>{form.echoes[champ.nom]}</Understood>}
    </div>
  )
}

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
