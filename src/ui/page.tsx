import type { Child } from 'hono/jsx'
import { Actions, Form, Submit } from './form.tsx'
import { CloseIcon } from './icons.tsx'

/** The title of a page, a sentence under it, its main action at the right. */
export function PageHead({ title, action, lead }: { title: string; action?: Child; lead?: Child }) {
  return (
    <div class="tete">
      <div>
        <h1>{title}</h1>
        {lead !== undefined && <p class="chapeau">{lead}</p>}
      </div>
      {action !== undefined && <div class="tete-actions">{action}</div>}
    </div>
  )
}

/** A sheet of paper: what is read or filled in by itself. `narrow`: alone in the middle of the page, as the log-in. */
export function Sheet({ narrow, children }: { narrow?: boolean; children: Child }) {
  return <div class={narrow ? 'feuille feuille-etroite' : 'feuille'}>{children}</div>
}

/** A link that looks like a button: the main action of a page (`principal`), or one beside it. */
export function LinkButton({ href, principal, children }: { href: string; principal?: boolean; children: Child }) {
  return (
    <a class={principal ? 'bouton principal' : 'bouton'} href={href}>
      {children}
    </a>
  )
}

/** One button in a row of actions hides those done less often: links, one a line. */
export function MoreActions({ label, children }: { label: string; children: Child }) {
  return (
    <details class="deroulant autres-actions" data-menu>
      <summary class="bouton">{label}</summary>
      <div class="volet">{children}</div>
    </details>
  )
}

/** The way down to the page, which is itself not in it. */
export function Breadcrumb({ items }: { items: { href: string; label: string }[] }) {
  return (
    <nav class="fil" aria-label="Fil d’Ariane">
      <ol>
        {items.map(({ href, label }) => (
          <li>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Stands in the place of an empty list, and says what that means and what to do first. */
export function EmptyState({ title, children, action }: { title: string; children?: Child; action?: Child }) {
  return (
    <div class="vide">
      <p class="vide-titre">{title}</p>
      {children !== undefined && <p>{children}</p>}
      {action !== undefined && <p>{action}</p>}
    </div>
  )
}

const REFUSALS: Record<number, string> = {
  403: 'Accès refusé',
  404: 'Page introuvable',
  409: 'Modification en conflit',
  413: 'Fichier trop lourd',
  422: 'Demande incomplète',
  429: 'Trop de tentatives',
  503: 'Service indisponible',
}

/** The title of a refusal, for the `<title>` and the `<h1>` alike. */
export function refusalTitle(status: number): string {
  return REFUSALS[status] ?? (status >= 500 ? 'Erreur interne' : 'Demande refusée')
}

/** The page of a refusal or of an error: what happened, what can be done. */
export function Refusal({ status, message, children }: { status: number; message: string; children?: Child }) {
  return (
    <div class="refus">
      <p class="refus-code">{status}</p>
      <h1>{refusalTitle(status)}</h1>
      <p>{message}</p>
      {children}
      <p>
        <a href="/">Retour à l’accueil</a>
      </p>
    </div>
  )
}

export type Tone = 'ok' | 'warn' | 'err' | 'info' | 'neutre'

/** A state in a word and a shape: disc (ok), triangle (warn), square (err), ring (info), dash (neutre). */
export function Badge({ tone, children }: { tone: Tone; children: Child }) {
  return <span class={`etat etat-${tone}`}>{children}</span>
}

export interface Definition {
  term: Child
  /** Nothing, or '', is shown as « non renseigné ». */
  value: Child
  /** « douteux », « illisible »… beside the value. */
  etat?: string | undefined
}

/** The fields of a record: names muted, values in serif. `filled`: those without a value are left out. */
export function Definitions({ items, filled = false }: { items: Definition[]; filled?: boolean }) {
  const shown = filled ? items.filter(({ value, etat }) => !isEmpty(value) || etat) : items
  return (
    <dl class="fiche">
      {shown.map(({ term, value, etat }) => (
        <div>
          <dt>{term}</dt>
          <dd>
            <FieldValue value={value} etat={etat} />
            {etat && <Badge tone="warn">{etat}</Badge>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FieldValue({ value, etat }: { value: Child; etat: string | undefined }) {
  if (!isEmpty(value)) return <span>{value}</span>
  return etat ? null : <span class="rien">non renseigné</span>
}

const isEmpty = (value: Child): boolean => value === null || value === undefined || value === '' || value === false

/** The filters in force, each a link to the same list without it. */
export function Chips({ items, clear }: { items: { label: string; href: string }[]; clear?: string }) {
  if (items.length === 0) return null
  return (
    <ul class="jetons" aria-label="Filtres appliqués">
      {items.map(({ label, href }) => (
        <li>
          <a class="jeton" href={href} aria-label={`Retirer le filtre ${label}`}>
            {label}
            <CloseIcon />
          </a>
        </li>
      ))}
      {clear !== undefined && items.length > 1 && (
        <li>
          <a href={clear}>Tout effacer</a>
        </li>
      )}
    </ul>
  )
}

interface ListHeadProps {
  /** « 8 sources »; '' where nothing is counted. */
  count: Child
  /** The filters in force. */
  children?: Child
  /** Links to the exports. */
  links?: Child
}

/** One line over a list: how many, under which filters, and what may be done with all of it. */
export function ListHead({ count, children, links }: ListHeadProps) {
  return (
    <div class="liste-tete">
      <p class="liste-compte">{count}</p>
      {children}
      {links}
    </div>
  )
}

interface ConfirmProps {
  title: string
  /** The sentence that asks: « Supprimer la source « Baptêmes de Pleurtuit » ? » is the title; this says what it means. */
  lead?: Child
  /** Lines that name what will be lost, with its number: « 214 relevés ». */
  losses?: string[]
  action: string
  submit: string
  cancel: string
  /** Labels the link beside the button instead of « Annuler ». */
  back?: string
  /** Hidden fields, a reason to type. */
  children?: Child
}

/** A page that asks before something is destroyed. */
export function Confirm({ title, lead, losses = [], action, submit, cancel, back, children }: ConfirmProps) {
  return (
    <div class="confirmation">
      <h1>{title}</h1>
      {lead !== undefined && <p>{lead}</p>}
      {losses.length > 0 && (
        <>
          <p>Seront perdus définitivement&nbsp;:</p>
          <ul>
            {losses.map((loss) => (
              <li>{loss}</li>
            ))}
          </ul>
        </>
      )}
      <Form action={action}>
        {children}
        <Actions cancel={cancel} back={back}>
          <Submit tone="danger">{submit}</Submit>
        </Actions>
      </Form>
    </div>
  )
}
