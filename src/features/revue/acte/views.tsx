import type { Child } from 'hono/jsx'
import { formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { Form } from '../../../ui/form.tsx'
import { Badge, EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import { OtherReadings } from '../../releves/lectures-views.tsx'
import type { ReleveField } from '../../releves/rules/display.ts'
import { shortLabel } from '../../releves/rules/short-label.ts'
import { arbitragePath } from '../../sources/second-keying-views.tsx'
import { ActLink } from '../../vues/act-views.tsx'
import { FieldForm, ReadingForm } from './field-views.tsx'
import { actePath, PLACE, SWAP } from './frame-views.tsx'
import type { Turn } from './queries.ts'
import type { Beside, CockpitHead, ShownAct } from './shown-views.tsx'
import { Told } from './told-views.tsx'

/** The page of one act: what is to be looked at, and what is said of it. */
export function CockpitPage({ head, act }: { head: CockpitHead; act: ShownAct | undefined }) {
  return (
    <div id={PLACE} data-relecture data-touches={head.hasKeys ? 'oui' : 'non'}>
      <PageHead title={acteTitle(head.source)} lead={<Lead {...head} />} />
      {head.notice && (
        <p class={head.notice.isError ? 'erreur' : 'relecture-dit'} role={head.notice.isError ? 'alert' : 'status'}>
          {head.notice.text}
        </p>
      )}
      {act ? <Act head={head} act={act} /> : <Nothing {...head} />}
    </div>
  )
}

export const acteTitle = (source: { titre: string }): string => `Relire acte par acte${NBSP}: ${source.titre}`

function Lead({ source, figures, waiting, others, aArbitrer }: CockpitHead) {
  const said = [
    plural(source.nb_releves, 'acte', 'actes'),
    figures && `échantillon ${formatNumber(figures.read)} / ${formatNumber(figures.drawn)}`,
    figures && plural(figures.graves, 'erreur grave', 'erreurs graves'),
    waiting.avertissements > 0 && `${plural(waiting.avertissements, 'acte signalé', 'actes signalés')} à voir`,
    waiting.corrections > 0 && `${plural(waiting.corrections, 'correction', 'corrections')} à confirmer`,
  ].filter(Boolean)
  return (
    <>
      {said.join(' · ')} · <a href={`/revue/${source.id}`}>Décision</a>
      {aArbitrer > 0 && (
        <>
          {' · '}
          <a href={arbitragePath(source.id)}>{plural(aArbitrer, 'acte à arbitrer', 'actes à arbitrer')}</a>
        </>
      )}
      {others.map((other) => (
        <>
          <br />
          {other}
        </>
      ))}
    </>
  )
}

function Nothing({ source, wantsRest, readsAll, others }: CockpitHead) {
  const decide = (
    <LinkButton href={`/revue/${source.id}#decision`} principal>
      Aller à la décision
    </LinkButton>
  )
  return (
    <EmptyState title="Plus aucun acte n’attend d’être relu" action={decide}>
      {others.length > 0 && 'Ceux qui restent sont sur l’écran d’une autre personne. '}
      {!wantsRest && !readsAll && (
        <a href={`${actePath(source.id)}?suite=1`}>Relire aussi les actes que rien ne signale</a>
      )}
    </EmptyState>
  )
}

const TURNS: Record<Turn, string> = {
  avertissement: 'à voir',
  correction: 'correction à confirmer',
  echantillon: 'échantillon',
  suite: 'suite',
}

function Act({ head, act }: { head: CockpitHead; act: ShownAct }) {
  return (
    <>
      <h2 id="relecture-acte" tabindex={-1} data-focus>
        <a href={`/releves/${act.id}`}>{act.title}</a> {act.turn && <Badge tone="info">{TURNS[act.turn]}</Badge>}
      </h2>
      {act.said && <p class="aide">{act.said}</p>}
      {act.picture}
      <div class="relecture-page">
        <div>
          {act.field && (act.field.geste === 'lecture' ? <ReadingForm {...act.field} /> : <FieldForm {...act.field} />)}
          <Fields head={head} act={act} />
        </div>
        <aside aria-label="Autour de l’acte">
          {act.warnings}
          <Neighbours acts={act.beside} />
          {act.threads}
        </aside>
      </div>
      <Deeds head={head} act={act} />
      <Told head={head} act={act} />
      <Keys head={head} />
    </>
  )
}

/** The address at which a field of the act is corrected. */
const fieldHref = (head: CockpitHead, act: ShownAct, nom: string, geste?: 'douteux' | 'lecture'): string =>
  `${actePath(head.source.id)}?releve=${act.id}&champ=${encodeURIComponent(nom)}${geste ? `&geste=${geste}` : ''}${suite(head)}`

const suite = ({ wantsRest }: CockpitHead): string => (wantsRest ? '&suite=1' : '')

function Fields({ head, act }: { head: CockpitHead; act: ShownAct }) {
  const line = (title: string) => (field: ReleveField) => <Line {...{ head, act, field, title }} />
  return (
    <>
      <div class="acte-groupes">
        {act.groups.map(({ title, isPerson, fields }) => (
          <section class={isPerson ? 'acte-personne' : 'acte-titre'}>
            {title !== null && <h3>{title}</h3>}
            <dl class="fiche">{fields.map(line(title ?? ''))}</dl>
          </section>
        ))}
      </div>
      {act.empty.length > 0 && (
        <details class="acte-vides">
          <summary>{plural(act.empty.length, 'champ vide', 'champs vides')}</summary>
          <dl class="fiche">{act.empty.map(line(''))}</dl>
        </details>
      )}
    </>
  )
}

interface LineProps {
  head: CockpitHead
  act: ShownAct
  field: ReleveField
  title: string
}

/** A field with the link that corrects it: C, A and D follow that of the line in hand. */
function Line({ head, act, field: { nom, term, value, echo, etat, lectures }, title }: LineProps) {
  const href = fieldHref(head, act, nom)
  return (
    <div data-champ={nom} data-signale={act.warned.has(nom) ? '' : undefined}>
      <dt>{shortLabel(term, title).shown}</dt>
      <dd>
        {value === '' ? <span class="rien">{etat ? '' : 'non renseigné'}</span> : <span>{value}</span>}
        {echo !== '' && <span class="compris"> {echo}</span>} {etat && <Badge tone="warn">{etat}</Badge>}{' '}
        <OtherReadings list={lectures} />
        <a class="corriger" href={href} hx-get={href} {...SWAP} aria-label={`Corriger ${quoted(term)}`}>
          Corriger
        </a>
      </dd>
    </div>
  )
}

function Neighbours({ acts }: { acts: readonly Beside[] }) {
  if (acts.length === 0) return null
  return (
    <section aria-label="Actes voisins">
      <h3>Actes voisins</h3>
      <ul>
        {acts.map(({ id, title, side }) => (
          <li>
            {side === 'before' ? 'Avant' : 'Après'}
            {NBSP}: <a href={`/releves/${id}`}>{title}</a> (<ActLink id={id} />)
          </li>
        ))}
      </ul>
    </section>
  )
}

const Key = ({ children }: { children: Child }) => <kbd>{children}</kbd>

/** One form for the words that a key says; the others lead to a form of their own. */
function Deeds({ head, act }: { head: CockpitHead; act: ShownAct }) {
  const path = `/releves/${act.id}/avis`
  const champ = act.first
  return (
    <Form action={path} hx-post={path} {...SWAP} class="relecture-gestes" hx-disabled-elt="find button">
      <input type="hidden" name="version" value={act.version} />
      {head.wantsRest && <input type="hidden" name="suite" value="1" />}
      <button type="submit" class="bouton principal" name="verdict" value="bon" data-touche="v">
        Bon et suivant <Key>V</Key>
      </button>
      {champ !== undefined && (
        <>
          <FieldLink href={fieldHref(head, act, champ)} touche="c">
            Corriger le champ <Key>C</Key>
          </FieldLink>
          <FieldLink href={fieldHref(head, act, champ, 'lecture')} touche="a">
            Autre lecture <Key>A</Key>
          </FieldLink>
          <FieldLink href={fieldHref(head, act, champ, 'douteux')} touche="d">
            Douteux <Key>D</Key>
          </FieldLink>
        </>
      )}
      <a class="bouton" href="#question" data-touche="q">
        Question <Key>Q</Key>
      </a>
      <button type="submit" class="bouton" name="verdict" value="passe" data-touche="n">
        Passer <Key>N</Key>
      </button>
      {act.before !== undefined && (
        <a
          class="bouton"
          href={`${actePath(head.source.id)}?releve=${act.before}${suite(head)}`}
          hx-get={`${actePath(head.source.id)}?releve=${act.before}${suite(head)}`}
          {...SWAP}
          hx-disabled-elt="this"
          data-touche="arrowleft"
        >
          <Key>←</Key>
          {NBSP}Précédent
        </a>
      )}
    </Form>
  )
}

const FieldLink = ({ href, touche, children }: { href: string; touche: string; children: Child }) => (
  // The form disables its buttons while it is on its way: a link in it has none.
  <a class="bouton" href={href} hx-get={href} {...SWAP} hx-disabled-elt="this" data-touche={touche}>
    {children}
  </a>
)

/** Single keys may be switched off, here and in the profile. */
function Keys({ head }: { head: CockpitHead }) {
  return (
    <Form action="/revue/touches" class="relecture-touches">
      <input type="hidden" name="retour" value={actePath(head.source.id)} />
      <input type="hidden" name="touches" value={head.hasKeys ? '0' : '1'} />
      <p class="aide">
        {head.hasKeys
          ? `Une touche suffit, tant qu’aucun champ n’est actif${NNBSP}; les flèches ↑ et ↓ choisissent la ligne que C, A et D ouvrent.`
          : 'Les touches sont coupées : servez-vous des boutons.'}{' '}
        <button type="submit" class="lien">
          {head.hasKeys ? 'Couper les touches' : 'Remettre les touches'}
        </button>
      </p>
    </Form>
  )
}
