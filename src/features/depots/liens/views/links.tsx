import type { FormErrors } from '../../../../lib/body.ts'
import { agreed, formatDay, formatNumber, plural } from '../../../../lib/text.ts'
import { NBSP } from '../../../../lib/typo.ts'
import { ExportLinks } from '../../../../ui/export-links.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Actions, ErrorSummary, Form } from '../../../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead } from '../../../../ui/page.tsx'
import { Table } from '../../../../ui/table.tsx'
import { FORMATS } from '../../../../web/formats/index.ts'
import type { DepotLink } from '../../queries.ts'
import type { Tally, WeekLooks, WeekOfLooks } from '../queries/looks.ts'
import type { PlainCounts } from '../queries/plain.ts'
import type { StoredRule } from '../queries/rules.ts'
import { Address, OutLink } from './address.tsx'
import { RulesTable } from './rules.tsx'

export const LINKS_TITLE = 'Liens'

export interface LinksProps {
  depot: { id: number; nom: string; verifie_liens: boolean }
  path: string
  links: DepotLink[]
  plain: PlainCounts
  /** The latest week in which links were looked at, and what was found; undefined before the first one. */
  week: { tally: WeekOfLooks; looks: WeekLooks } | undefined
  rules: StoredRule[]
  errors: FormErrors
}

export function LinksPage(props: LinksProps) {
  const { depot, path, rules, errors } = props
  return (
    <>
      <PageHead
        title={LINKS_TITLE}
        lead={`Liens vers les vues des registres conservés à ce dépôt${NBSP}: ${depot.nom}.`}
        action={
          <LinkButton href={`${path}/changement`} principal>
            Les adresses ont changé
          </LinkButton>
        }
      />
      <ErrorSummary errors={errors} labels={{ fichier: 'Fichier' }} />
      <Patterns {...props} />
      <Looks {...props} />
      <h2>Règles de changement</h2>
      {rules.length === 0 ? (
        <p>
          Aucune règle pour l’instant. Elles naissent de deux ou trois exemples, ou d’un fichier d’une autre
          association.
        </p>
      ) : (
        <RulesTable path={path} rules={rules} />
      )}
      <RulesFile path={path} error={errors.fichier} hasRules={rules.some(({ etat }) => etat === 'appliquee')} />
    </>
  )
}

function Patterns({ links, plain, week }: LinksProps) {
  const byPattern = week?.looks.byPattern
  return (
    <>
      <h2>Modèles de liens</h2>
      {links.length === 0 ? (
        <EmptyState title="Aucun modèle pour l’instant">
          Un modèle se crée quand on ajoute à une source de ce dépôt des vues par leurs liens.
        </EmptyState>
      ) : (
        <Table
          caption="Modèles de liens de ce dépôt"
          rows={links}
          columns={[
            { label: 'Modèle', head: true, cell: ({ modele }) => <Address>{modele}</Address> },
            { label: 'Registres', kind: 'nombre', cell: ({ registres }) => formatNumber(registres ?? 0) },
            { label: 'Vues', kind: 'nombre', cell: ({ vues }) => formatNumber(vues ?? 0) },
            { label: 'Depuis le', kind: 'date', cell: ({ de }) => de !== null && formatDay(de) },
            { label: 'Jusqu’au', kind: 'date', cell: ({ a }) => a !== null && formatDay(a) },
            { label: 'Dernière vérification', cell: ({ id }) => <Share tally={byPattern?.get(id)} /> },
          ]}
        />
      )}
      <PlainLine {...plain} />
    </>
  )
}

/** Links that no pattern makes follow the rules as well. */
function PlainLine({ vues, sources }: PlainCounts) {
  if (vues + sources === 0) return null
  const parts = [
    ...(vues > 0 ? [plural(vues, 'vue', 'vues')] : []),
    ...(sources > 0 ? [plural(sources, 'fiche de source', 'fiches de source')] : []),
  ]
  return (
    <p>{`S’y ajoutent les liens écrits en entier de ${parts.join(' et de ')}${NBSP}: ils suivent les mêmes règles.`}</p>
  )
}

function Share({ tally }: { tally: Tally | undefined }) {
  if (!tally) return null
  const said = tally.vit + tally.mort
  if (said === 0) return <>sans réponse claire</>
  return <>{`${plural(tally.mort, 'lien mort', 'liens morts')} sur ${formatNumber(said)}`}</>
}

function Looks({ depot, week }: LinksProps) {
  return (
    <>
      <h2>Vérification</h2>
      <p>
        {depot.verifie_liens
          ? 'Chaque semaine, le site ouvre vingt liens au plus, un registre chacun, sans en lire la page. '
          : 'Les liens de ce dépôt ne sont pas vérifiés. '}
        <a href={`/admin/depots/${depot.id}/modifier#verifie_liens`}>
          {depot.verifie_liens ? 'Arrêter la vérification' : 'Vérifier quelques liens chaque semaine'}
        </a>
      </p>
      {week && <Week {...week} />}
    </>
  )
}

function Week({ tally, looks }: NonNullable<LinksProps['week']>) {
  const said = tally.vit + tally.mort
  const percent = said === 0 ? 0 : Math.round((tally.mort / said) * 100)
  const dead = looks.looks.filter(({ resultat }) => resultat === 'mort')
  const unsure = tally.incertain === 0 ? '' : `, ${formatNumber(tally.incertain)} sans réponse claire`
  return (
    <>
      <p>
        {`Semaine du ${formatDay(tally.semaine)}${NBSP}: ${plural(said + tally.incertain, 'lien vérifié', 'liens vérifiés')}, ${formatNumber(tally.mort)} ${agreed(tally.mort, 'mort', 'morts')} (${percent}${NBSP}%)${unsure}.`}
      </p>
      {dead.length > 0 && (
        <Table
          caption="Liens morts"
          showCaption
          rows={dead}
          columns={[
            { label: 'Lien', head: true, cell: ({ adresse }) => <OutLink href={adresse} /> },
            { label: 'Réponse', cell: ({ reponse }) => reponse },
          ]}
        />
      )}
    </>
  )
}

function RulesFile({ path, error, hasRules }: { path: string; error: string | undefined; hasRules: boolean }) {
  return (
    <>
      <h2>Donner ses règles, en recevoir</h2>
      <p>
        Une association qui a corrigé ses liens peut donner ses règles aux autres.{' '}
        <a href="/aide/depots#les-regles-en-fichier">Les colonnes du fichier</a>
      </p>
      {hasRules && <ExportLinks label="Règles" formats={FORMATS} href={(extension) => `${path}/export/${extension}`} />}
      <Form action={`${path}/import`} enctype="multipart/form-data">
        <Field
          name="fichier"
          label="Fichier de règles"
          help="Un fichier csv reçu d’une autre association. Rien ne change avant que vous n’ayez vu et appliqué chaque règle."
          error={error}
        >
          <input type="file" name="fichier" accept=".csv,.txt,text/csv,text/plain" />
        </Field>
        <Actions>
          <button type="submit" class="bouton">
            Lire les règles
          </button>
        </Actions>
      </Form>
    </>
  )
}
