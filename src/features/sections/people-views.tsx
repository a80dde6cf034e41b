import { type Body, type FormErrors, shown } from '../../lib/body.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { Field } from '../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../ui/form.tsx'
import { Badge, LinkButton, PageHead } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { Paging } from '../../web/pagination.ts'
import { MEMBERSHIP_LABELS } from '../droits/rules/memberships.ts'
import type { SectionPerson } from './section-queries.ts'

export const peoplePath = (id: number): string => `/sections/${id}/personnes`
export const peopleTitle = (nom: string): string => `Personnes\u00a0: ${nom}`

interface FormState {
  raw: Body
  errors: FormErrors
}

export interface PeopleProps {
  section: { id: number; nom: string }
  /** Those of this page. */
  people: SectionPerson[]
  total: number
  paging: Paging
  href: (page: number) => string
  hasMail: boolean
  add: FormState
  invite: FormState & { jeton: string }
}

/** The people of a section for who manages it: names and what they do here, nothing else of their accounts. */
export function PeoplePage(props: PeopleProps) {
  const { section, people, total, paging, href } = props
  return (
    <>
      <PageHead
        title={peopleTitle(section.nom)}
        lead={plural(total, 'personne', 'personnes')}
        action={<LinkButton href={`/export/section/${section.id}`}>Exporter la section</LinkButton>}
      />
      <ErrorSummary errors={{ ...props.add.errors, ...props.invite.errors }} labels={LABELS} />
      {total === 0 ? (
        <p class="rien">Personne n’est encore dans cette section.</p>
      ) : (
        <Table
          caption="Personnes de la section"
          columns={COLUMNS}
          rows={people}
          rowState={({ is_active }) => (is_active ? null : 'inactif')}
          actions={(person) => <PersonActions section={section} person={person} />}
        />
      )}
      <Pagination paging={paging} total={total} href={href} />
      <AddForm {...props} />
      <InviteForm {...props} />
    </>
  )
}

const COLUMNS: Column<SectionPerson>[] = [
  {
    label: 'Nom',
    kind: 'nom',
    head: true,
    cell: ({ name, is_active }) => (
      <>
        {name} {!is_active && <Badge tone="neutre">inactif</Badge>}
      </>
    ),
  },
  { label: 'Dans la section', cell: ({ kind }) => MEMBERSHIP_LABELS[kind] },
  { label: 'Relevés saisis', kind: 'nombre', cell: ({ saisis }) => formatNumber(saisis) },
  { label: 'Ce mois-ci', kind: 'nombre', cell: ({ duMois }) => formatNumber(duMois) },
  { label: 'Corrections reçues ce mois-ci', kind: 'nombre', cell: ({ corrigees }) => formatNumber(corrigees) },
]

/** Nothing for managers: administrators make them. */
function PersonActions({ section, person }: { section: { id: number }; person: SectionPerson }) {
  const { id, name, kind, is_active } = person
  if (kind === 'gestion') return null
  const other = kind === 'lecture' ? 'saisie' : 'lecture'
  return (
    <>
      {is_active && (
        <Form action={peoplePath(section.id)}>
          <input type="hidden" name="personne" value={name} />
          <input type="hidden" name="droit" value={other} />
          <button type="submit" class="lien" aria-label={`Passer en ${other}\u00a0: ${name}`}>
            Passer en {other}
          </button>
        </Form>
      )}
      <Form action={`${peoplePath(section.id)}/retirer`}>
        <input type="hidden" name="membre" value={id} />
        <button type="submit" class="lien" aria-label={`Retirer ${name} de la section`}>
          Retirer
        </button>
      </Form>
    </>
  )
}

const LABELS = {
  personne: 'Nom d’utilisateur ou adresse électronique',
  name: 'Nom d’utilisateur',
  email: 'Adresse électronique',
  droit: 'Dans la section',
}

function AddForm({ section, add: { raw, errors } }: PeopleProps) {
  return (
    <section>
      <h2>Ajouter une personne qui a un compte</h2>
      <Form action={peoplePath(section.id)}>
        <Field
          name="personne"
          label={LABELS.personne}
          help="En entier&nbsp;: les comptes ne se parcourent pas ici."
          error={errors.personne}
          required
        >
          <input
            name="personne"
            value={shown(raw, 'personne')}
            maxlength={254}
            autocomplete="off"
            autocapitalize="none"
          />
        </Field>
        <DroitField id="droit-ajout" raw={raw} error={errors.droit} />
        <Actions>
          <Submit>Ajouter à la section</Submit>
        </Actions>
      </Form>
    </section>
  )
}

function InviteForm({ section, hasMail, invite: { raw, errors, jeton } }: PeopleProps) {
  return (
    <section>
      <h2>Inviter une nouvelle personne</h2>
      <p class="aide">
        {hasMail
          ? 'Un compte de membre lui est ouvert, et un courriel l’invite à choisir son mot de passe.'
          : 'Un compte de membre lui est ouvert. Ce site n’envoie pas de courriels\u00a0: un mot de passe temporaire vous sera montré une fois.'}
      </p>
      <Form action={`/sections/${section.id}/invitations`}>
        <input type="hidden" name="_envoi" value={jeton} />
        <Field name="name" label={LABELS.name} help="Sans le signe @." error={errors.name} required>
          <input name="name" value={shown(raw, 'name')} maxlength={60} autocomplete="off" spellcheck={false} />
        </Field>
        <Field name="email" label={LABELS.email} error={errors.email} required>
          <input type="email" name="email" value={shown(raw, 'email')} maxlength={254} autocomplete="off" />
        </Field>
        <DroitField id="droit-invitation" raw={raw} error={errors.droit} />
        <Actions>
          <Submit>Ouvrir son compte</Submit>
        </Actions>
      </Form>
    </section>
  )
}

function DroitField({ id, raw, error }: { id: string; raw: Body; error?: string | undefined }) {
  return (
    <Field name="droit" id={id} label={LABELS.droit} error={error} required width="moyen">
      <select name="droit">
        {(['saisie', 'lecture'] as const).map((kind) => (
          <option value={kind} selected={kind === shown(raw, 'droit')}>
            {MEMBERSHIP_LABELS[kind]}
          </option>
        ))}
      </select>
    </Field>
  )
}
