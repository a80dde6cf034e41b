import type { PlaceValue } from '../../../champs/kind.ts'
import type { PlaceBox } from '../../../champs/place-choice.ts'
import { type Body, type FormErrors, shown } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { controlProps, ErrorLine, Field, fieldId } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PageHead, Sheet } from '../../../ui/page.tsx'
import { PlaceInput } from '../../../ui/place-input.tsx'
import { Table } from '../../../ui/table.tsx'

export const PLACES_TITLE = 'Lieux du fichier'

/** A name that no place bears, or that several do, with the places that it might mean. */
export interface UnknownName {
  nom: string
  lignes: number
  near: PlaceValue[]
}

interface PlacesPageProps {
  imported: { id: number; nom_fichier: string }
  names: UnknownName[]
  /** Names in all, of which these are those with most lines. */
  total: number
  types: { id: number; nom: string }[]
  mayCreate: boolean
  hasNotes: boolean
  /** A name without an answer goes to the notes. */
  isNoted: boolean
  boxes: ReadonlyMap<string, PlaceBox>
  raw: Body
  errors: FormErrors
}

/** Asks which places the names of a file stand for, before its dry run is made again. */
export function ImportPlacesPage(props: PlacesPageProps) {
  const { imported, names, total, errors, hasNotes, raw } = props
  const path = `/imports/${imported.id}`
  const labels = Object.fromEntries(
    names.flatMap(({ nom }, n) => [`choix[${n}]`, `lieu[${n}]`].map((one) => [one, nom])),
  )
  return (
    <>
      <PageHead title={PLACES_TITLE} lead={quoted(imported.nom_fichier)} />
      <p>
        Ces noms ne sont ceux d’aucun lieu du site, ou de plusieurs. Dites ce qu’ils deviennent{NBSP}: le fichier sera
        vérifié de nouveau, et rien n’est enregistré avant votre confirmation.{' '}
        {props.isNoted ? 'Un nom sans réponse va dans les notes.' : 'Un nom sans réponse laisse ses lignes refusées.'}
      </p>
      <ErrorSummary
        errors={errors}
        labels={{ ...labels, lieu_parent_id: 'Situés dans', reste: 'Tous les autres noms' }}
      />
      <Form action={`${path}/lieux`} enter="Vérifier de nouveau">
        <Table
          caption="Noms de lieux non reconnus"
          rows={names.map((name, n) => ({ ...name, n }))}
          columns={[
            { label: 'Nom dans le fichier', cell: ({ nom }) => nom, head: true },
            { label: 'Lignes', cell: ({ lignes }) => plural(lignes, 'ligne', 'lignes') },
            { label: 'Ce que c’est', cell: (row) => <Answer {...props} {...row} /> },
          ]}
        />
        <Sheet>
          {total > names.length && <p>{plural(total - names.length, 'autre nom', 'autres noms')} après ceux-ci.</p>}
          {hasNotes && (
            <Field name="reste" label="Tous les autres noms" error={errors.reste}>
              <select name="reste">
                <option value="">Ne rien décider</option>
                <option value="notes" selected={shown(raw, 'reste') === 'notes'}>
                  Les garder en notes
                </option>
              </select>
            </Field>
          )}
          {props.mayCreate && <NewPlaces {...props} />}
        </Sheet>
        <Actions cancel={path} back="Retour à l’import">
          <Submit>Vérifier de nouveau</Submit>
        </Actions>
      </Form>
    </>
  )
}

function Answer({
  nom,
  n,
  near,
  raw,
  errors,
  boxes,
  mayCreate,
  hasNotes,
}: PlacesPageProps & UnknownName & { n: number }) {
  const name = `choix[${n}]`
  const given = shown(raw, name)
  const box = boxes.get(`lieu[${n}]`)
  return (
    <div>
      <input type="hidden" name={`nom[${n}]`} value={nom} />
      <select
        name={name}
        aria-label={`Ce qu’est ${quoted(nom)}`}
        {...controlProps({ id: fieldId(name), error: errors[name] })}
      >
        <option value="">Ne rien décider</option>
        {near.map(({ id, nom_long }) => (
          <option value={`lieu:${id}`} selected={given === `lieu:${id}`}>
            C’est {nom_long}
          </option>
        ))}
        <option value="autre" selected={given === 'autre'}>
          C’est le lieu choisi ci-dessous
        </option>
        {hasNotes && (
          <option value="notes" selected={given === 'notes'}>
            Garder en notes
          </option>
        )}
        {mayCreate && (
          <option value="creer" selected={given === 'creer'}>
            Créer ce lieu
          </option>
        )}
      </select>
      <ErrorLine id={fieldId(name)} error={errors[name]} />
      <PlaceInput
        name={`lieu[${n}]`}
        label={`Un autre lieu pour ${nom}`}
        shownLabel="Un autre lieu"
        value={box?.place ?? null}
        texte={shown(raw, `texte:lieu[${n}]`)}
        candidates={box?.candidates}
        error={errors[`lieu[${n}]`]}
      />
    </div>
  )
}

function NewPlaces({ types, boxes, raw, errors }: PlacesPageProps) {
  const box = boxes.get('lieu_parent_id')
  const given = shown(raw, 'type_id')
  return (
    <>
      <PlaceInput
        name="lieu_parent_id"
        label="Les lieux à créer sont situés dans"
        value={box?.place ?? null}
        texte={shown(raw, 'texte:lieu_parent_id')}
        candidates={box?.candidates}
        error={errors.lieu_parent_id}
        help={`Pour des lieux situés ailleurs, vérifiez d’abord ceux-ci, puis revenez${NNBSP}; un lieu créé pour rien part avec l’import.`}
      />
      <Field name="type_id" label="Ce sont des" error={errors.type_id}>
        <select name="type_id">
          <option value="" />
          {types.map(({ id, nom }) => (
            <option value={String(id)} selected={given === String(id)}>
              {nom}
            </option>
          ))}
        </select>
      </Field>
    </>
  )
}
