import type { FieldGroup } from '../../../champs/groups.ts'
import type { Champ, Group } from '../../../champs/kind.ts'
import { plural } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { Form, Submit } from '../../../ui/form.tsx'
import { Confirm, EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import type { TypeSource } from '../queries.ts'
import { ChampForm, type ChampFormProps } from './champ-form.tsx'
import { Entries } from './entries.tsx'
import { AddedGroup } from './groups.tsx'
import { Preview } from './preview.tsx'
import { BASE } from './types.tsx'

export const champsTitle = (type: { nom: string }): string => `Champs de ${quoted(type.nom)}`

type FormState = Pick<ChampFormProps, 'raw' | 'errors'>

interface ChampsProps {
  type: TypeSource
  /** The fields by group, and the groups that have none. */
  groups: FieldGroup[]
  typeGroups: Group[]
  /** Ids of the fields that just lost their part. */
  withoutPart?: ReadonlySet<number>
  /** One-time token of the forms that add or copy. */
  envoi: string
  /** The form under the list; left out while an entry of the list is being edited. */
  added?: FormState | undefined
  /** The form of a new group, left out with the other one. */
  addedGroup?: FormState | undefined
  /** The entry that is open as a form. */
  edited?: (FormState & { id: number; nbHolding: number }) | undefined
}

/** The designer: the fields in order, each edited where it stands, and a form for one more. */
export function ChampsPage({ type, groups, typeGroups, added, addedGroup, ...entries }: ChampsProps) {
  const { envoi } = entries
  const base = `${BASE}/${type.id}`
  const champs = groups.flatMap((group) => group.champs)
  return (
    <>
      <PageHead
        title={champsTitle(type)}
        lead="Dans l’ordre du registre : le formulaire de saisie, les tableaux et les exports suivent cet ordre."
        action={
          <>
            {addedGroup !== undefined && <LinkButton href="#groupe-libelle">Ajouter un groupe</LinkButton>}
            {added !== undefined && champs.length > 0 && <LinkButton href="#label">Ajouter un champ</LinkButton>}
            <LinkButton href={`${base}/modifier`}>Modifier le type</LinkButton>
          </>
        }
      />
      <div class="concepteur">
        <div>
          {groups.length > 0 && <Entries {...entries} groups={groups} typeGroups={typeGroups} base={base} />}
          {champs.length === 0 && <NoChamp base={base} envoi={envoi} isBare={groups.length === 0} />}
          {addedGroup !== undefined && <AddedGroup base={base} groups={typeGroups} envoi={envoi} {...addedGroup} />}
          {added !== undefined && <AddedChamp base={base} groups={typeGroups} envoi={envoi} {...added} />}
        </div>
        <Preview groups={groups} />
      </div>
    </>
  )
}

/** A new type begins with the date of its acts, which one button makes under the name that lists and search read. */
function NoChamp({ base, envoi, isBare }: { base: string; envoi: string; isBare: boolean }) {
  return (
    <>
      <EmptyState title="Aucun champ">
        Un acte a une date, puis des personnes&nbsp;: ajoutez-les une à une, leurs champs viennent avec elles.
      </EmptyState>
      {isBare && (
        <Form action={`${base}/groupes`} class="actions">
          <input type="hidden" name="_envoi" value={envoi} />
          <input type="hidden" name="libelle" value="Repères" />
          <input type="hidden" name="date" value="1" />
          <Submit>Commencer par la date de l’acte</Submit>
        </Form>
      )}
    </>
  )
}

function AddedChamp({
  base,
  raw,
  errors,
  envoi,
  groups,
}: FormState & { base: string; envoi: string; groups: Group[] }) {
  return (
    <section id="ajouter" aria-labelledby="ajouter-titre">
      <h2 id="ajouter-titre">Ajouter un champ</h2>
      <ChampForm
        raw={raw}
        errors={errors}
        groups={groups}
        action={`${base}/champs`}
        submit="Ajouter le champ"
        envoi={envoi}
        nbHolding={0}
      />
    </section>
  )
}

export const deleteChampTitle = (champ: { label: string }): string => `Supprimer le champ ${quoted(champ.label)}`

export function DeleteChampPage({ type, champ, nbHolding }: { type: TypeSource; champ: Champ; nbHolding: number }) {
  const held = `${plural(nbHolding, 'relevé a', 'relevés ont')} une valeur dans ce champ.`
  const kept =
    'Elle ne paraîtra plus ni dans les pages, ni dans les exports, ni, quelques minutes plus tard, dans la recherche. Le relevé la garde, même modifié, et l’historique aussi ; un nouveau champ de même nom la fera reparaître.'
  return (
    <Confirm
      title={deleteChampTitle(champ)}
      lead={nbHolding > 0 ? `${held} ${kept}` : 'Aucun relevé n’a de valeur dans ce champ.'}
      action={`${BASE}/${type.id}/champs/${champ.id}/supprimer`}
      submit="Supprimer le champ"
      cancel={`${BASE}/${type.id}/champs#champ-${champ.id}`}
    />
  )
}
