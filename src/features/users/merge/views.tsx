import type { FormErrors } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { NBSP, quoted } from '../../../lib/typo.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Badge, Confirm, EmptyState, PageHead } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import { roleLabel } from '../../../web/navigation.ts'
import { hasOwnFactor } from '../../auth/rules/own-factor.ts'
import { sectionInWords } from '../../droits/rules/memberships.ts'
import { CONFIRMED_LABELS, ConfirmedFields } from '../confirmed-views.tsx'
import { PATH } from '../list-views.tsx'
import type { UserRow } from '../queries.ts'
import type { MergeAccount, MergeCounts, MergePreview } from './queries.ts'

export const MERGE_TITLE = 'Fusionner le compte'
export const CONFIRM_TITLE = 'Confirmer la fusion'

interface MergeProps {
  user: { id: number; name: string; email: string }
  q: string
  /** undefined: nothing was searched yet. */
  found: { users: UserRow[]; hasMore: boolean } | undefined
  error: string | undefined
}

/** Somebody made two accounts, or came back with a new address: which account stays? */
export function MergePage({ user, q, found, error }: MergeProps) {
  const path = `${PATH}/${user.id}`
  return (
    <>
      <ErrorSummary errors={error === undefined ? {} : { '': error }} />
      <PageHead
        title={MERGE_TITLE}
        lead={`Une même personne a deux comptes${NBSP}: celui de ${user.name} (${user.email}) disparaît, et tout ce qu’il a saisi passe à l’autre. Rien n’est fait avant que vous ne confirmiez.`}
      />
      <Form action={`${path}/fusionner`} method="get">
        <Field name="q" label="Compte à garder" help="Son nom ou son adresse, même en partie.">
          <input type="search" name="q" value={q} maxlength={100} autocomplete="off" />
        </Field>
        <Actions cancel={`${path}/modifier`}>
          <Submit>Chercher</Submit>
        </Actions>
      </Form>
      {found && <Found path={path} {...found} />}
    </>
  )
}

function Found({ path, users, hasMore }: { path: string; users: UserRow[]; hasMore: boolean }) {
  if (users.length === 0)
    return <EmptyState title="Aucun autre compte ne répond">Cherchez par un autre nom, ou par l’adresse.</EmptyState>
  return (
    <>
      <Table
        caption="Comptes trouvés"
        columns={[
          { label: 'Nom', kind: 'nom', head: true, cell: (user) => <NameCell user={user} /> },
          { label: 'Adresse électronique', cell: ({ email }) => email },
          { label: 'Rôle', cell: ({ role }) => roleLabel(role) },
          { label: 'Sections', cell: ({ sections }) => sections.join(', ') },
        ]}
        rows={users}
        actions={({ id, name }) => (
          <a href={`${path}/fusionner?vers=${id}`} aria-label={`Garder ce compte\u00a0: ${name}`}>
            Garder ce compte
          </a>
        )}
      />
      {hasMore && <p>D’autres comptes répondent{NBSP}: précisez votre recherche.</p>}
    </>
  )
}

const NameCell = ({ user }: { user: UserRow }) => (
  <>
    {user.name} {!user.is_active && <Badge tone="neutre">Inactif</Badge>}
  </>
)

interface ConfirmProps {
  from: MergeAccount
  to: MergeAccount
  preview: MergePreview
  isFresh: boolean
  hasMail: boolean
  errors: FormErrors
}

/** Nothing was done yet: the page says in words and numbers what the merge will do, and its button does it. */
export function ConfirmMergePage({ from, to, preview, isFresh, hasMail, errors }: ConfirmProps) {
  const path = `${PATH}/${from.id}`
  return (
    <>
      <ErrorSummary errors={errors} labels={CONFIRMED_LABELS} />
      <Confirm
        title={CONFIRM_TITLE}
        lead={`Le compte de ${from.name} (${from.email}) disparaîtra${NBSP}; celui de ${to.name} (${to.email}) prendra tout ce qu’il a fait. Assurez-vous d’abord que c’est bien la même personne${NBSP}: cela ne peut pas être défait.`}
        action={`${path}/fusionner`}
        submit="Fusionner les deux comptes"
        cancel={`${path}/modifier`}
        losses={lossesOf(from, preview)}
      >
        <p>{`Ce qui passera au compte de ${to.name}${NBSP}:`}</p>
        <Lines lines={goingOver(preview.counts, from)} />
        <p>{TWICE_SAID}</p>
        <p>{`Les droits du compte de ${to.name} restent ce qu’ils sont${NBSP}:`}</p>
        <Lines lines={rightsOf(from, to, preview)} />
        {hasMail && <p>{`Un courriel le dira à ${to.email}.`}</p>}
        <input type="hidden" name="vers" value={to.id} />
        <input type="hidden" name="version" value={from.version} />
        <input type="hidden" name="version_vers" value={to.version} />
        <ConfirmedFields user={from} isFresh={isFresh} errors={errors} />
      </Confirm>
    </>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li>{line}</li>
      ))}
    </ul>
  )
}

const KINDS: readonly [keyof MergeCounts, one: string, many: string][] = [
  ['releves', 'relevé', 'relevés'],
  ['versions', 'version dans l’historique des relevés', 'versions dans l’historique des relevés'],
  ['sources', 'source confiée', 'sources confiées'],
  ['demandes', 'demande de registre', 'demandes de registres'],
  ['avis', 'avis de relecture', 'avis de relecture'],
  ['secondes', 'seconde saisie', 'secondes saisies'],
  ['messages', 'message dans les échanges', 'messages dans les échanges'],
  ['imports', 'import', 'imports'],
  ['lots', 'geste sur plusieurs lignes', 'gestes sur plusieurs lignes'],
  ['brouillons', 'brouillon', 'brouillons'],
  ['recherches', 'recherche gardée', 'recherches gardées'],
  ['attentes', 'attente d’années', 'attentes d’années'],
  ['notifications', 'notification', 'notifications'],
  ['abreviations', 'abréviation', 'abréviations'],
]

const TWICE_SAID =
  'Là où les deux comptes ont la même chose (même recherche gardée, même abréviation, mêmes colonnes, brouillon du même relevé), celle du compte gardé reste.'

function goingOver(counts: MergeCounts, { note }: MergeAccount): string[] {
  const told = KINDS.filter(([name]) => counts[name] > 0).map(([name, one, many]) => plural(counts[name], one, many))
  if (note !== null && note !== '') told.push('la note des administrateurs, ajoutée à celle du compte gardé')
  return told.length === 0 ? ['rien : ce compte n’a encore rien fait.'] : told
}

const listed = (sections: MergePreview['sections']): string =>
  sections.length === 0 ? 'aucune' : sections.map(({ nom, kind }) => sectionInWords(nom, kind)).join(', ')

function rightsOf(from: MergeAccount, to: MergeAccount, { sections, keptSections }: MergePreview): string[] {
  return [
    `compte gardé${NBSP}: ${roleLabel(to.role)}${NBSP}; sections${NBSP}: ${listed(keptSections)}.`,
    `compte qui disparaît${NBSP}: ${roleLabel(from.role)}${NBSP}; sections${NBSP}: ${listed(sections)}. S’il faut les garder, donnez-les au compte de ${to.name} sur sa page.`,
  ]
}

function lossesOf(from: MergeAccount, { seconds, approvals }: MergePreview): string[] {
  return [
    `le nom d’utilisateur ${quoted(from.name)}, son adresse, son mot de passe, ses sessions ouvertes${hasOwnFactor(from) ? ', son second facteur' : ''} et son choix de courriels${NBSP};`,
    ...(seconds === 0
      ? []
      : [
          `${plural(seconds, 'seconde saisie', 'secondes saisies')} d’actes que l’autre compte avait saisis${NBSP}: une autre personne devra les saisir${NBSP};`,
        ]),
    ...(approvals === 0
      ? []
      : [
          `${plural(approvals, 'approbation', 'approbations')} d’une correction faite par l’autre compte (« quatre yeux »)${NBSP}: une autre personne devra approuver${NBSP};`,
        ]),
    'les corrections, s’il y en a, que l’un des comptes avait reçues de l’autre. L’historique des relevés les montre toujours.',
  ]
}
