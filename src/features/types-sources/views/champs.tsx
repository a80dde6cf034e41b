import { KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { plural } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { Form } from '../../../ui/form.tsx'
import { Badge, Confirm, EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { swap } from '../../../ui/table.tsx'
import type { TypeSource } from '../queries.ts'
import { POLICY_LABELS } from '../rules/champ.ts'
import { ChampForm, type ChampFormProps } from './champ-form.tsx'
import { Preview } from './preview.tsx'
import { BASE } from './types.tsx'

export const champsTitle = (type: { nom: string }): string => `Champs de ${quoted(type.nom)}`

type FormState = Pick<ChampFormProps, 'raw' | 'errors'>

interface ChampsProps {
  type: TypeSource
  champs: Champ[]
  /** The form under the list; left out while an entry of the list is being edited. */
  added?: (FormState & { envoi: string }) | undefined
  /** The entry that is open as a form. */
  edited?: (FormState & { id: number; nbHolding: number }) | undefined
}

/** The designer: the fields in order, each edited where it stands, and a form for one more. */
export function ChampsPage({ type, champs, added, edited }: ChampsProps) {
  const base = `${BASE}/${type.id}`
  return (
    <>
      <PageHead
        title={champsTitle(type)}
        lead="Dans l’ordre du registre : le formulaire de saisie, les tableaux et les exports suivent cet ordre."
        action={
          <>
            {added !== undefined && champs.length > 0 && <LinkButton href="#ajouter">Ajouter un champ</LinkButton>}
            <LinkButton href={`${base}/modifier`}>Modifier le type</LinkButton>
          </>
        }
      />
      <div class="concepteur">
        <div>
          {champs.length > 0 ? (
            <Entries champs={champs} base={base} edited={edited} />
          ) : (
            <EmptyState title="Aucun champ">
              Ajoutez d’abord la date de l’acte (nom : date_evenement), puis le nom et les prénoms (nom, prenom).
            </EmptyState>
          )}
          {added !== undefined && <AddedChamp base={base} {...added} />}
        </div>
        <Preview champs={champs} />
      </div>
    </>
  )
}

/** Each entry carries its id into the form that sends the whole order (static/js/ordre.js). */
function Entries({ champs, base, edited }: Pick<ChampsProps, 'champs' | 'edited'> & { base: string }) {
  return (
    <>
      <Form id="ordre-champs" action={`${base}/champs/ordre`} />
      <p class="aide" role="status" data-ordre-avis />
      <ol class="champs">
        {champs.map((champ, index) => (
          <li id={`champ-${champ.id}`} data-nom={champ.label}>
            <input type="hidden" name="ordre" value={champ.id} form="ordre-champs" />
            {edited?.id === champ.id ? (
              <EditedEntry champ={champ} base={base} {...edited} />
            ) : (
              <ChampEntry champ={champ} base={base} isFirst={index === 0} isLast={index === champs.length - 1} />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

interface EntryProps {
  champ: Champ
  base: string
  isFirst: boolean
  isLast: boolean
}

function ChampEntry({ champ, base, isFirst, isLast }: EntryProps) {
  const own = `${base}/champs/${champ.id}`
  const edit = `${own}/modifier`
  return (
    <>
      <span class="poignee" aria-hidden="true" data-poignee>
        ⠿
      </span>
      <div class="champ-resume">
        <strong>{champ.label}</strong> {champ.required && <Badge tone="info">obligatoire</Badge>}
        <p class="aide">{details(champ)}</p>
        {champ.aide !== null && <p class="aide">{champ.aide}</p>}
      </div>
      <div class="actions-ligne">
        <div>
          <Move action={`${own}/monter`} label="Monter" step={-1} champ={champ} isAtEnd={isFirst} />
          <Move action={`${own}/descendre`} label="Descendre" step={1} champ={champ} isAtEnd={isLast} />
          <a href={`${edit}#champ-${champ.id}`} aria-label={`Modifier ${champ.label}`} {...swapEntry(edit, champ)}>
            Modifier
          </a>
          <a href={`${own}/supprimer`} aria-label={`Supprimer ${champ.label}`}>
            Supprimer
          </a>
        </div>
      </div>
    </>
  )
}

/**
 * The entry alone is replaced; the address stays, for going back leads out of the list, not out of the form. Without JavaScript
 * the link names the entry, or the page would open at its top, fifty fields above.
 */
function swapEntry(href: string, champ: Champ): Record<string, string> {
  return { ...swap(href, `#champ-${champ.id}`), 'hx-push-url': 'false' }
}

function details(champ: Champ): string {
  const parts = [champ.nom, KINDS[champ.type].label.toLowerCase()]
  if (KINDS[champ.type].hasOptions) parts.push(plural(champ.options.length, 'valeur', 'valeurs'))
  if (champ.politique !== 'vide') parts.push(POLICY_LABELS[champ.politique].toLowerCase())
  if (champ.majuscules) parts.push('en majuscules')
  if (!champ.completion) parts.push('sans proposition')
  return parts.join(' · ')
}

interface MoveProps {
  action: string
  label: string
  step: -1 | 1
  champ: Champ
  /** Nowhere further to go: the button stays in its place, and rests. */
  isAtEnd: boolean
}

function Move({ action, label, step, champ, isAtEnd }: MoveProps) {
  return (
    <Form action={action}>
      <button type="submit" class="lien" aria-label={`${label} ${champ.label}`} data-deplacer={step} disabled={isAtEnd}>
        {label}
      </button>
    </Form>
  )
}

function EditedEntry({
  champ,
  base,
  raw,
  errors,
  nbHolding,
}: FormState & { champ: Champ; base: string; nbHolding: number }) {
  return (
    <section aria-label={`Modifier ${champ.label}`}>
      <ChampForm
        raw={raw}
        errors={errors}
        prefix={`champ-${champ.id}-`}
        action={`${base}/champs/${champ.id}`}
        submit="Enregistrer le champ"
        cancel={`${base}/champs#champ-${champ.id}`}
        nbHolding={nbHolding}
      />
    </section>
  )
}

function AddedChamp({ base, raw, errors, envoi }: FormState & { base: string; envoi: string }) {
  return (
    <section id="ajouter" aria-labelledby="ajouter-titre">
      <h2 id="ajouter-titre">Ajouter un champ</h2>
      <ChampForm
        raw={raw}
        errors={errors}
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
