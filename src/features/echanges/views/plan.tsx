import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { Field, Switch } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PageHead, Sheet } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import { type Body, type FormErrors, shown } from '../../../web/form.ts'
import { lieuName, typeName } from '../form.ts'
import type { CommuneProposal } from '../import/queries/proposals.ts'
import type { ActClass, Commune, Plan, PlanFile } from '../rules/plan.ts'

export const PLAN_TITLE = 'Où vont les actes'

interface Named {
  id: number
  nom: string
}

export interface PlanPageProps {
  path: string
  plan: Plan
  proposals: CommuneProposal[]
  sections: Named[]
  types: Named[]
  needsSection: boolean
  raw: Body
  errors: FormErrors
  source: { id: number; titre: string } | undefined
}

/** Tells what the files hold, and asks where it goes; what is likely is chosen already. */
export function PlanPage(props: PlanPageProps) {
  const { path, plan, errors, source } = props
  const acts = plan.parts.reduce((sum, part) => sum + part.actes, 0)
  const labels = { section_id: 'Section', status: 'Statut des nouvelles sources' }
  return (
    <>
      <PageHead
        title={PLAN_TITLE}
        lead={`${plural(acts, 'acte', 'actes')} de ${plural(plan.communes.length, 'commune', 'communes')}, dans ${plural(plan.fichiers.length, 'fichier', 'fichiers')}.`}
      />
      <Found plan={plan} />
      <Form action={path} id="plan">
        <ErrorSummary errors={errors} labels={labels} />
        {source ? (
          <p>Tous ces actes iront dans la source {quoted(source.titre)}, quels que soient leur type et leur commune.</p>
        ) : (
          <Choices {...props} />
        )}
        <p>
          Les fichiers sont ensuite lus en entier{NBSP}: vous verrez combien de sources, de lieux et d’actes seraient
          créés, et confirmerez alors. Rien n’est enregistré d’ici là.
        </p>
        <Actions>
          <Submit>Vérifier tous les actes</Submit>
        </Actions>
      </Form>
      <Form action={`${path}/abandonner`}>
        <button type="submit" class="bouton">
          Abandonner ces fichiers
        </button>
      </Form>
    </>
  )
}

const years = ({ debut, fin }: { debut: number | null; fin: number | null }): string =>
  debut === null ? '' : debut === fin ? String(debut) : `${debut}-${fin}`

function Found({ plan }: { plan: Plan }) {
  return (
    <>
      {plan.problemes.length > 0 && (
        <div class="erreurs" role="alert">
          <h2>{plural(plan.problemes.length, 'fichier n’a pas été pris', 'fichiers n’ont pas été pris')}</h2>
          <ul>
            {plan.problemes.map((problem) => (
              <li>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      <h2>Fichiers</h2>
      <Table
        caption="Fichiers"
        rows={plan.fichiers}
        columns={[
          { label: 'Fichier', cell: (row: PlanFile) => row.nom, head: true },
          { label: 'Format', cell: (row: PlanFile) => row.format },
          { label: 'Lignes', cell: (row: PlanFile) => formatNumber(row.lignes), kind: 'nombre' },
        ]}
      />
      {plan.autres > 0 && (
        <p>
          {plural(plan.autres, 'ligne n’est pas un acte', 'lignes ne sont pas des actes')} (variantes de noms, lignes
          vides, annonces d’un autre fichier){NBSP}: sans effet.
        </p>
      )}
      {plan.illisibles > 0 && (
        <p>
          {plural(plan.illisibles, 'ligne ne peut pas être lue', 'lignes ne peuvent pas être lues')}
          {NBSP}: la vérification dira lesquelles, et pourquoi.
        </p>
      )}
    </>
  )
}

function Choices(props: PlanPageProps) {
  const { plan, raw, errors, sections, needsSection } = props
  return (
    <>
      <h2>Genres d’actes</h2>
      <Classes {...props} />
      <h2>Communes</h2>
      <Communes {...props} />
      <h2>Sources</h2>
      <Sheet>
        <p>Une source par commune et par type{NBSP}; celles qui existent déjà sont complétées.</p>
        <Field name="section_id" label="Section" error={errors.section_id} required={needsSection}>
          <select name="section_id">
            {!needsSection && <option value="">Sans section</option>}
            {sections.map(({ id, nom }) => (
              <option value={String(id)} selected={shown(raw, 'section_id') === String(id)}>
                {nom}
              </option>
            ))}
          </select>
        </Field>
        {!needsSection && (
          <Field
            name="status"
            label="Statut des nouvelles sources"
            help={`${quoted('Validée')} si ces actes étaient déjà publiés${NBSP}: personne n’aura à les revoir.`}
            error={errors.status}
          >
            <select name="status">
              <option value="en_cours">En cours</option>
              <option value="validee" selected={plan.status === 'validee' || shown(raw, 'status') === 'validee'}>
                Validée
              </option>
            </select>
          </Field>
        )}
        <Switch
          name="nouvelles"
          label="Créer de nouvelles sources, même où il y en a déjà"
          help="Les actes déjà présents ne seront alors pas reconnus."
          error={undefined}
          raw={raw}
        />
      </Sheet>
    </>
  )
}

interface Numbered {
  n: number
}

const numbered = <T,>(rows: readonly T[]): (T & Numbered)[] => rows.map((row, n) => ({ ...row, n }))

function Classes({ plan, types, raw }: PlanPageProps) {
  const select = ({ n, libelle }: ActClass & Numbered) => (
    <select name={typeName(n)} aria-label={`Type de source${NBSP}: ${libelle}`}>
      <option value="">Laisser de côté</option>
      {types.map(({ id, nom }) => (
        <option value={String(id)} selected={shown(raw, typeName(n)) === String(id)}>
          {nom}
        </option>
      ))}
    </select>
  )
  return (
    <Table
      caption="Genres d’actes"
      rows={numbered(plan.classes)}
      columns={[
        { label: 'Dans les fichiers', cell: (row) => row.libelle, head: true },
        { label: 'Années', cell: years },
        { label: 'Actes', cell: (row) => formatNumber(row.actes), kind: 'nombre' },
        { label: 'Type de source', cell: select },
      ]}
    />
  )
}

function Communes({ plan, proposals, raw, errors }: PlanPageProps) {
  const select = (row: Commune & Numbered) => (
    <PlaceSelect
      commune={row}
      proposal={proposals[row.n] ?? { places: [], parent: undefined }}
      name={lieuName(row.n)}
      value={shown(raw, lieuName(row.n))}
      isWrong={errors[lieuName(row.n)] !== undefined}
    />
  )
  return (
    <Table
      caption="Communes"
      rows={numbered(plan.communes)}
      columns={[
        { label: 'Dans les fichiers', cell: (row) => row.nom || 'Sans commune', head: true },
        { label: 'Département', cell: (row) => row.departement || row.code_departement },
        { label: 'Code INSEE', cell: (row) => row.code_insee },
        { label: 'Actes', cell: (row) => formatNumber(row.actes), kind: 'nombre' },
        { label: 'Lieu', cell: select },
      ]}
    />
  )
}

interface PlaceSelectProps {
  commune: Commune
  proposal: CommuneProposal
  name: string
  value: string
  isWrong: boolean
}

function PlaceSelect({ commune, proposal: { places, parent }, name, value, isWrong }: PlaceSelectProps) {
  const where = parent ? ` dans ${quoted(parent.nom_long)}` : ''
  return (
    <select
      id={`f-${name}`}
      name={name}
      aria-label={`Lieu${NBSP}: ${commune.nom}`}
      aria-invalid={isWrong ? 'true' : undefined}
    >
      <option value="">Choisissez</option>
      {places.map(({ id, nom_long }) => (
        <option value={String(id)} selected={value === String(id)}>
          {nom_long}
        </option>
      ))}
      {commune.nom !== '' && (
        <option value="creer" selected={value === 'creer'}>
          Créer {quoted(commune.nom)}
          {where}
        </option>
      )}
      <option value="aucun" selected={value === 'aucun'}>
        Sans lieu
      </option>
    </select>
  )
}
