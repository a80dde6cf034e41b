import type { Child } from 'hono/jsx'
import { etatName, fieldName, KINDS } from '../../../champs/index.ts'
import { ETAT_LABELS } from '../../../champs/states.ts'
import type { Kept } from '../../../db/schema-revue.ts'
import { shown } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { Field, fieldId } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { EmptyState, LinkButton, PageHead } from '../../../ui/page.tsx'
import type { Difference } from '../../releves/rules/second-reading.ts'
import type { OpenCounts } from '../../sources/rules/second-keying.ts'
import { arbitragePath, secondPath } from '../../sources/second-keying-views.tsx'
import type { TypedField } from '../acte/field-reading.ts'
import { choiceName, MAX_MOTIF } from './form.ts'

/** Names the part that htmx swaps. */
const PLACE = 'arbitrage'
const SWAP = { 'hx-target': `#${PLACE}`, 'hx-select': `#${PLACE}`, 'hx-swap': 'outerHTML show:window:top' }

/** A field in which the readings differ, with what was chosen for it. */
export interface Split extends Difference {
  kept: Kept | undefined
  /** The form of a third reading. */
  form: TypedField
  error: string | undefined
}

export interface SplitAct {
  id: number
  version: number
  title: string
  splits: Split[]
  /** Fields that both read alike, in words. */
  rest: { term: string; value: string }[]
  picture: Child
  motif: string
  /** The reader is one of the two persons. */
  own: string | undefined
}

interface PageProps {
  source: { id: number; titre: string }
  counts: OpenCounts
  hasKeys: boolean
  notice: { text: string; isError: boolean } | undefined
  act: SplitAct | undefined
}

export const arbitrageTitle = (source: { titre: string }): string => `Arbitrer${NBSP}: ${source.titre}`

/** The two readings of an act side by side: one key a field, and the next act. */
export function ArbitragePage({ source, counts, hasKeys, notice, act }: PageProps) {
  return (
    <div id={PLACE} data-arbitrage data-touches={hasKeys ? 'oui' : 'non'}>
      <PageHead
        title={arbitrageTitle(source)}
        lead={
          <>
            {plural(counts.aArbitrer, 'acte à arbitrer', 'actes à arbitrer')}
            {counts.aSaisir > 0 && (
              <>
                {' · '}
                <a href={secondPath(source.id)}>{plural(counts.aSaisir, 'acte à saisir', 'actes à saisir')}</a>
              </>
            )}
            {' · '}
            <a href={`/revue/${source.id}`}>Décision</a>
          </>
        }
      />
      {notice && (
        <p class={notice.isError ? 'erreur' : 'relecture-dit'} role={notice.isError ? 'alert' : 'status'}>
          {notice.text}
        </p>
      )}
      {act ? <Act {...{ source, act, hasKeys }} /> : <Nothing source={source} counts={counts} />}
    </div>
  )
}

function Nothing({ source, counts }: Pick<PageProps, 'source' | 'counts'>) {
  const decide = (
    <LinkButton href={`/revue/${source.id}#seconde-saisie`} principal>
      Aller à la décision
    </LinkButton>
  )
  return (
    <EmptyState title="Aucun acte à arbitrer pour vous" action={decide}>
      {counts.aArbitrer > 0
        ? 'Ceux qui restent sont sur l’écran d’une autre personne.'
        : 'Les actes que les deux personnes ont lus de la même façon n’ont besoin de personne.'}
    </EmptyState>
  )
}

const Key = ({ children }: { children: Child }) => <kbd>{children}</kbd>

function Act({ source, act, hasKeys }: { source: { id: number }; act: SplitAct; hasKeys: boolean }) {
  const path = `${arbitragePath(source.id)}/${act.id}`
  const later = `${arbitragePath(source.id)}?apres=${act.id}`
  return (
    <>
      <h2 id="arbitrage-acte" tabindex={-1} data-focus>
        <a href={`/releves/${act.id}`}>{act.title}</a>
      </h2>
      {act.own !== undefined && <p class="aide">{act.own}</p>}
      {act.picture}
      <Form
        action={path}
        hx-post={path}
        {...SWAP}
        hx-disabled-elt="find button"
        enter="Enregistrer, acte suivant"
        novalidate
      >
        <input type="hidden" name="version" value={act.version} />
        {act.splits.length === 0 && (
          <p>Les deux lectures disent maintenant la même chose{NNBSP}: l’acte a été corrigé depuis.</p>
        )}
        {act.splits.map((split) => (
          <SplitField {...split} />
        ))}
        <details open={act.motif !== ''}>
          <summary>Dire pourquoi</summary>
          <Field name="motif" label="Pourquoi" help="Facultatif. La personne qui a saisi l’acte le lira.">
            <input type="text" name="motif" value={act.motif} maxlength={MAX_MOTIF} autocomplete="off" />
          </Field>
        </details>
        <div class="relecture-gestes">
          <button type="submit" class="bouton principal" data-trancher>
            Enregistrer, acte suivant
          </button>
          <button type="submit" class="bouton" name="tout" value="1" data-touche="p">
            Tout de la première <Key>P</Key>
          </button>
          <button type="submit" class="bouton" name="tout" value="2" data-touche="s">
            Tout de la seconde <Key>S</Key>
          </button>
          <a class="bouton" href={later} hx-get={later} {...SWAP} hx-disabled-elt="this" data-touche="n">
            Passer <Key>N</Key>
          </a>
        </div>
      </Form>
      <Rest fields={act.rest} />
      <p class="aide">
        {hasKeys
          ? `1 et 2 choisissent une lecture du champ encadré et vont au suivant${NNBSP}; au dernier, l’acte est enregistré. A ouvre une autre lecture, ↑ et ↓ changent de champ.`
          : 'Les touches sont coupées : servez-vous des boutons.'}
      </p>
    </>
  )
}

function SplitField({ champ, first, second, kept, form, error }: Split) {
  const etat = etatName(champ)
  const { Input } = KINDS[champ.type]
  return (
    <fieldset class="arbitrage-champ" data-ecart={champ.nom} id={fieldId(choiceName(champ))}>
      <legend>{champ.label}</legend>
      {error !== undefined && <p class="erreur">{error}</p>}
      <div class="arbitrage-lectures">
        <Reading {...{ champ, kept }} value={1} title="Première saisie" text={first} />
        <Reading {...{ champ, kept }} value={2} title="Seconde saisie" text={second} />
      </div>
      <details open={kept === 'autre'} data-autre>
        <summary>
          Une autre lecture <Key>A</Key>
        </summary>
        <label class="arbitrage-choix">
          <input type="radio" name={choiceName(champ)} value="autre" checked={kept === 'autre'} /> Ni l’une ni l’autre
        </label>
        <Input champ={champ} name={fieldName(champ)} raw={form.raw} error={form.error} candidates={form.candidates} />
        <div class="champ champ-court">
          <label for={fieldId(etat)}>État</label>
          <select id={fieldId(etat)} name={etat} aria-label={`État de ${quoted(champ.label)}`}>
            {Object.entries(ETAT_LABELS).map(([value, label]) => (
              <option value={value} selected={value === shown(form.raw, etat)}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </details>
    </fieldset>
  )
}

interface ReadingProps extends Pick<Split, 'champ' | 'kept'> {
  value: 1 | 2
  title: string
  text: string
}

function Reading({ champ, kept, value, title, text }: ReadingProps) {
  return (
    <label class="arbitrage-lecture">
      <span class="arbitrage-choix">
        <input type="radio" name={choiceName(champ)} value={value} checked={kept === value} /> <Key>{value}</Key>{' '}
        {title}
      </span>
      <span class="arbitrage-valeur">{text === '' ? <span class="rien">rien</span> : text}</span>
    </label>
  )
}

function Rest({ fields }: { fields: SplitAct['rest'] }) {
  if (fields.length === 0) return null
  return (
    <details class="arbitrage-reste">
      <summary>{plural(fields.length, 'champ lu de la même façon', 'champs lus de la même façon')}</summary>
      <dl class="fiche">
        {fields.map(({ term, value }) => (
          <div>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
