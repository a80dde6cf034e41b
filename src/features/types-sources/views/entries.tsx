import type { FieldGroup } from '../../../champs/groups.ts'
import { KINDS } from '../../../champs/index.ts'
import type { Champ, Group } from '../../../champs/kind.ts'
import { plural } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { Form } from '../../../ui/form.tsx'
import { Badge } from '../../../ui/page.tsx'
import { swap } from '../../../ui/table.tsx'
import { POLICY_LABELS } from '../rules/champ.ts'
import { roleInWords } from '../rules/groups.ts'
import { PART_LABELS } from '../rules/persons.ts'
import { ChampForm, type ChampFormProps } from './champ-form.tsx'

interface EntriesProps {
  groups: FieldGroup[]
  typeGroups: Group[]
  base: string
  /** Ids of the fields that just lost their part: the list says so of those that have none. */
  withoutPart?: ReadonlySet<number> | undefined
  /** One-time token of the buttons that copy a group. */
  envoi: string
  /** The entry that is open as a form. */
  edited?: (Pick<ChampFormProps, 'raw' | 'errors'> & { id: number; nbHolding: number }) | undefined
}

/** Each entry carries its id and that of its group into the form that sends the whole order (static/js/ordre.js). */
export function Entries(props: EntriesProps) {
  const { groups, base } = props
  return (
    <>
      <Form id="ordre-champs" action={`${base}/champs/ordre`} />
      <p class="aide" role="status" data-ordre-avis />
      <div class="groupes">
        {groups.map((_, index) => (
          <GroupEntries {...props} at={index} />
        ))}
      </div>
    </>
  )
}

function GroupEntries({ at, ...props }: EntriesProps & { at: number }) {
  const { groups, base, edited } = props
  const { group, champs } = groups[at] as FieldGroup
  const id = group?.id ?? ''
  const last = groups.length - 1
  return (
    <section id={`groupe-${id}`} data-nom={group?.libelle ?? NO_GROUP} aria-labelledby={`groupe-${id}-titre`}>
      <GroupHead {...props} at={at} />
      <ol class="champs" data-groupe={id}>
        {champs.map((champ, index) => (
          <li id={`champ-${champ.id}`} data-nom={champ.label}>
            <input type="hidden" name="ordre" value={champ.id} form="ordre-champs" />
            <input type="hidden" name="groupes" value={id} form="ordre-champs" />
            {edited?.id === champ.id ? (
              <EditedEntry {...props} champ={champ} edited={edited} />
            ) : (
              <ChampEntry
                champ={champ}
                base={base}
                lostPart={champ.partie === null && props.withoutPart?.has(champ.id)}
                isFirst={at === 0 && index === 0}
                isLast={at === last && index === champs.length - 1}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

const NO_GROUP = 'Sans groupe'

/** The group as a heading with its role in words; fields of a type made long ago may stand in none. */
function GroupHead({ groups, typeGroups, base, envoi, at }: EntriesProps & { at: number }) {
  const { group, champs } = groups[at] as FieldGroup
  const isBesideAlike = (other: FieldGroup | undefined) =>
    other !== undefined && other.champs.length > 0 === champs.length > 0
  return (
    <div class="groupe-tete">
      <span class="poignee" aria-hidden="true" data-poignee-groupe hidden={champs.length === 0}>
        ⠿
      </span>
      <div class="champ-resume">
        <h2 id={`groupe-${group?.id ?? ''}-titre`}>{group?.libelle ?? NO_GROUP}</h2>
        <p class="aide">
          {group === null ? 'à ranger dans un groupe' : roleInWords(group, typeGroups)}
          {champs.length === 0 && ' · aucun champ'}
        </p>
      </div>
      {group !== null && (
        <GroupActions
          group={group}
          own={`${base}/groupes/${group.id}`}
          envoi={envoi}
          isFirst={!isBesideAlike(groups[at - 1])}
          isLast={!isBesideAlike(groups[at + 1])}
        />
      )}
    </div>
  )
}

interface GroupActionsProps {
  group: Group
  own: string
  envoi: string
  isFirst: boolean
  isLast: boolean
}

function GroupActions({ group, own, envoi, isFirst, isLast }: GroupActionsProps) {
  const name = `le groupe ${quoted(group.libelle)}`
  const attribute = 'data-deplacer-groupe'
  return (
    <div class="actions-ligne">
      <div>
        <Move action={`${own}/monter`} label="Monter" name={name} step={-1} isAtEnd={isFirst} attribute={attribute} />
        <Move
          action={`${own}/descendre`}
          label="Descendre"
          name={name}
          step={1}
          isAtEnd={isLast}
          attribute={attribute}
        />
        <a href={`${own}/modifier`} aria-label={`Modifier ${name}`}>
          Modifier le groupe
        </a>
        <Form action={`${own}/copier`}>
          <input type="hidden" name="_envoi" value={envoi} />
          <button type="submit" class="lien" aria-label={`Copier ${name}`}>
            Copier
          </button>
        </Form>
        <a href={`${own}/supprimer`} aria-label={`Supprimer ${name}`}>
          Supprimer
        </a>
      </div>
    </div>
  )
}

interface EntryProps {
  champ: Champ
  base: string
  lostPart: boolean | undefined
  isFirst: boolean
  isLast: boolean
}

function ChampEntry({ champ, base, lostPart, isFirst, isLast }: EntryProps) {
  const own = `${base}/champs/${champ.id}`
  const edit = `${own}/modifier`
  const move = { name: champ.label, attribute: 'data-deplacer' }
  return (
    <>
      <span class="poignee" aria-hidden="true" data-poignee>
        ⠿
      </span>
      <div class="champ-resume">
        <strong>{champ.label}</strong> {champ.required && <Badge tone="info">obligatoire</Badge>}
        <p class="aide">{details(champ)}</p>
        {champ.aide !== null && <p class="aide">{champ.aide}</p>}
        {lostPart && (
          <p class="sans-partie" data-sans-partie>
            {quoted(champ.label)} n’a plus de partie&nbsp;: un autre champ de ce groupe dit déjà la même chose de cette
            personne.
          </p>
        )}
      </div>
      <div class="actions-ligne">
        <div>
          <Move action={`${own}/monter`} label="Monter" step={-1} isAtEnd={isFirst} {...move} />
          <Move action={`${own}/descendre`} label="Descendre" step={1} isAtEnd={isLast} {...move} />
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
  if (champ.partie) parts.push(`partie ${quoted(PART_LABELS[champ.partie].toLowerCase())}`)
  return parts.join(' · ')
}

interface MoveProps {
  action: string
  label: string
  /** Says which field or group is moved, for those who do not see it. */
  name: string
  step: -1 | 1
  /** Nowhere further to go: the button stays in its place, and rests. */
  isAtEnd: boolean
  attribute: string
}

function Move({ action, label, name, step, isAtEnd, attribute }: MoveProps) {
  return (
    <Form action={action}>
      <button type="submit" class="lien" aria-label={`${label} ${name}`} disabled={isAtEnd} {...{ [attribute]: step }}>
        {label}
      </button>
    </Form>
  )
}

type OpenEntry = EntriesProps & { champ: Champ; edited: NonNullable<EntriesProps['edited']> }

function EditedEntry({ champ, base, typeGroups, edited: { raw, errors, nbHolding } }: OpenEntry) {
  return (
    <section aria-label={`Modifier ${champ.label}`}>
      <ChampForm
        raw={raw}
        errors={errors}
        groups={typeGroups}
        isWithoutGroup={champ.groupe === null}
        prefix={`champ-${champ.id}-`}
        action={`${base}/champs/${champ.id}`}
        submit="Enregistrer le champ"
        cancel={`${base}/champs#champ-${champ.id}`}
        nbHolding={nbHolding}
      />
    </section>
  )
}
