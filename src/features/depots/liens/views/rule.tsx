import { agreed, formatNumber, plural } from '../../../../lib/text.ts'
import { NBSP } from '../../../../lib/typo.ts'
import { Actions, Form, Submit } from '../../../../ui/form.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Definitions, LinkButton, PageHead } from '../../../../ui/page.tsx'
import { Table } from '../../../../ui/table.tsx'
import { VIEW_PLACE } from '../../../vues/rules/address.ts'
import type { StoredRule } from '../queries/rules.ts'
import type { Sample } from '../queries/samples.ts'
import { Address, OutLink } from './address.tsx'
import { lastDeed, RuleBadge } from './rules.tsx'

export const ruleTitle = ({ id }: { id: number }): string => `Règle n°${NBSP}${id}`

/** How far a rule reaches today. */
export interface Reach {
  registres: number
  liens: number
  /** Registers whose new address is known. */
  connus: number
}

interface RuleProps {
  path: string
  rule: StoredRule
  /** Shown for a rule that is not applied. */
  reach: Reach | undefined
  samples: Sample[]
}

export function RulePage({ path, rule, reach, samples }: RuleProps) {
  return (
    <>
      <PageHead title={ruleTitle(rule)} />
      <Definitions
        items={[
          { term: 'Ancienne adresse', value: <Address>{rule.ancien}</Address> },
          { term: 'Nouvelle adresse', value: <Address>{rule.nouveau}</Address> },
          { term: 'État', value: <RuleBadge etat={rule.etat} /> },
          { term: 'Par', value: lastDeed(rule) },
          ...(rule.liens === null ? [] : [{ term: 'Liens changés', value: linksOf(rule.liens, rule.registres ?? 0) }]),
        ]}
      />
      {reach && <Prepared {...{ path, rule, reach, samples }} />}
      {rule.etat === 'appliquee' && <Applied path={path} rule={rule} />}
    </>
  )
}

const linksOf = (liens: number, registres: number): string =>
  `${plural(liens, 'lien', 'liens')}, dans ${plural(registres, 'registre', 'registres')}`

/** People should know that the links will open less than before. */
const losesView = ({ ancien, nouveau }: StoredRule): boolean =>
  VIEW_PLACE.test(ancien) && !VIEW_PLACE.test(nouveau) && !nouveau.includes('{ark_vue}')

function Prepared({ path, rule, reach, samples }: RuleProps & { reach: Reach }) {
  if (reach.liens === 0) return <NothingLeft path={path} rule={rule} />
  return (
    <>
      {losesView(rule) && (
        <Notice label="Lien sans numéro de vue">
          <p>Ces nouveaux liens mènent au registre, non à la vue&nbsp;: leur numéro n’y est plus.</p>
        </Notice>
      )}
      {rule.par_registre && <PerRegister path={path} rule={rule} reach={reach} />}
      {samples.length > 0 && <Samples samples={samples} />}
      {reach.connus > 0 && <ApplyForm path={path} rule={rule} reach={reach} />}
      <DropForm path={path} rule={rule} />
    </>
  )
}

function NothingLeft({ path, rule }: { path: string; rule: StoredRule }) {
  return (
    <>
      <p>Aucun lien de ce dépôt n’a plus cette ancienne adresse.</p>
      <DropForm path={path} rule={rule} />
    </>
  )
}

function PerRegister({ path, rule, reach: { registres, connus } }: { path: string; rule: StoredRule; reach: Reach }) {
  const left = registres - connus
  return (
    <Notice label="Un lien par registre">
      <p>
        Le nouvel identifiant d’un registre ne se déduit pas de l’ancien. Donnez le nouveau lien de la première vue de
        chaque registre&nbsp;: le site en fait les liens de toutes les autres.
      </p>
      <p>
        <strong>{`${formatNumber(connus)} ${agreed(connus, 'registre fait', 'registres faits')} sur ${formatNumber(registres)}.`}</strong>{' '}
        {left === 0 && 'Tous y sont.'}
      </p>
      <p>
        <LinkButton href={`${path}/regles/${rule.id}/registres`} principal={left > 0}>
          {left > 0 ? 'Donner les liens des registres' : 'Revoir les liens des registres'}
        </LinkButton>
      </p>
    </Notice>
  )
}

function Samples({ samples }: { samples: Sample[] }) {
  return (
    <>
      <h2>{samples.length === 1 ? 'Un lien à essayer' : `${samples.length} liens à essayer`}</h2>
      <p>Ouvrez-en quelques-uns&nbsp;: chacun doit montrer le registre et la vue de sa ligne.</p>
      <Table
        caption="Liens à essayer"
        rows={samples}
        columns={[
          {
            label: 'Registre',
            kind: 'nom',
            head: true,
            cell: ({ titre, cote }) => (cote === null ? titre : `${titre}, ${cote}`),
          },
          { label: 'Vue', kind: 'nombre', cell: ({ vue }) => vue },
          { label: 'Ancien lien', cell: ({ ancienne }) => <Address>{ancienne}</Address> },
          { label: 'Nouveau lien', cell: ({ nouvelle }) => <OutLink href={nouvelle} /> },
        ]}
      />
    </>
  )
}

function ApplyForm({ path, rule, reach }: { path: string; rule: StoredRule; reach: Reach }) {
  const left = reach.registres - reach.connus
  return (
    <Form action={`${path}/regles/${rule.id}/appliquer`}>
      <p>
        {left === 0
          ? `La règle change ${linksOf(reach.liens, reach.registres)}. Elle s’annule d’un bouton.`
          : `${plural(left, 'registre garde', 'registres gardent')} l’ancienne adresse tant que le nouveau lien manque${NBSP}; vous pourrez les compléter ensuite.`}
      </p>
      <Actions>
        <Submit>
          {left === 0 ? 'Appliquer à tous les liens' : `Appliquer à ${plural(reach.connus, 'registre', 'registres')}`}
        </Submit>
      </Actions>
    </Form>
  )
}

const DropForm = ({ path, rule }: { path: string; rule: StoredRule }) => (
  <Form action={`${path}/regles/${rule.id}/abandonner`}>
    <Actions>
      <button type="submit" class="bouton">
        Abandonner cette règle
      </button>
    </Actions>
  </Form>
)

const Applied = ({ path, rule }: { path: string; rule: StoredRule }) => (
  <Form action={`${path}/regles/${rule.id}/annuler`}>
    <p>Annuler rend à chaque lien son ancienne adresse, tant que rien d’autre n’y a été changé depuis.</p>
    <Actions>
      <Submit tone="danger">Annuler ce changement</Submit>
    </Actions>
  </Form>
)
