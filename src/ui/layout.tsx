import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { Appearance } from './appearance.tsx'
import { type DeskHead, DeskHeader } from './desk-header.tsx'
import { Form } from './form.tsx'
import { Header } from './header.tsx'
import { Breadcrumb } from './page.tsx'

/** Images of another server under a map: their address with {z}, {x}, {y}, and whom to thank. */
export interface MapImages {
  template: string
  mention: string
}

/** Addresses of the built files, as `dist/assets/manifest.json` gives them. A page adds its own modules to `js`. */
export interface Assets {
  css: string
  /** Script and style of maps, for a page that has one: loaded when the map is asked for (static/js/carte-ouvrir.js). */
  carte?: { js: string; css: string; tuiles?: MapImages | undefined } | undefined
  /** Script and style of the pane with the register, for a form of records of a source that has views. */
  volet?: { js: string; css: string } | undefined
  js: string[]
  /** A few bytes loaded before the first paint: tells the style sheet that JavaScript runs. */
  amorce?: string | undefined
  favicon?: string | undefined
}

export interface FlashMessage {
  tone: 'ok' | 'err'
  text: string
  /** Address of the form that takes it back. */
  undo?: string | undefined
}

/** Everything around the body of a page. */
export interface Shell extends Appearance {
  title: string
  siteName: string
  /** Path of the page, without query: marks the current entry of the navigation. */
  path: string
  /** The help of this page. */
  aide: string
  user: { id: number; name: string; roleLabel: string } | null
  nav: { href: string; label: string }[]
  flash: FlashMessage | null
  assets: Assets
  /** Unread ones. */
  notifications: number
  corrections: number
  /** Address of the image of the association. */
  logo: string | null
  breadcrumb?: { href: string; label: string }[] | undefined
  /** The page is a form of records, and has one line for a header. */
  desk?: DeskHead | undefined
}

// Errors that carry a form (409, 422) are swapped in; the others are told by static/js/avis.js and change nothing.
const HTMX_CONFIG = JSON.stringify({
  allowEval: false,
  allowScriptTags: false,
  includeIndicatorStyles: false,
  selfRequestsOnly: true,
  historyCacheSize: 0,
  refreshOnHistoryMiss: true,
  responseHandling: [
    { code: '204', swap: false },
    { code: '[23]..', swap: true },
    { code: '409|422', swap: true },
    { code: '...', swap: false, error: true },
  ],
})

/** The full document, doctype included, around `children`, the body of the page, whose `<h1>` matches `title`. */
export function Layout({ children, ...shell }: Shell & { children?: Child }) {
  const { desk, breadcrumb = [] } = shell
  return (
    <>
      {/* JSX has no doctype: the one text of a page that is written as HTML, and it holds nothing of anybody. */}
      {html`<!DOCTYPE html>`}
      <html
        lang="fr"
        data-theme={shell.theme}
        data-taille={shell.taille}
        data-bureau={desk && ''}
        data-densite={desk && shell.densite}
      >
        <Head {...shell} />
        <body hx-indicator="#attente">
          <a class="evitement" href="#contenu">
            Aller au contenu
          </a>
          <div id="attente" class="attente" />
          {desk ? <DeskHeader {...shell} desk={desk} breadcrumb={breadcrumb} /> : <Header {...shell} />}
          <main id="contenu" tabindex={-1}>
            {!desk && breadcrumb.length > 0 && <Breadcrumb items={breadcrumb} />}
            <Flash flash={shell.flash} />
            {children}
          </main>
          <footer class="pied">
            <p>{shell.siteName}</p>
            {desk === undefined && <p class="imprime" data-imprime />}
            <p>
              {shell.user !== null && 'Relevés, logiciel libre de dépouillement d’archives · '}
              <a href="/donnees-personnelles">Données personnelles</a> · <a href="/code-source">Code source</a>
            </p>
          </footer>
        </body>
      </html>
    </>
  )
}

function Head({ title, siteName, assets }: Shell) {
  return (
    <head>
      <meta charset="utf-8" />
      <title>{title === siteName ? title : `${title} – ${siteName}`}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex, nofollow" />
      <meta name="color-scheme" content="light dark" />
      <meta name="htmx-config" content={HTMX_CONFIG} />
      <link rel="icon" href={assets.favicon ?? '/favicon.svg'} />
      {assets.amorce !== undefined && <script src={assets.amorce} />}
      <link rel="stylesheet" href={assets.css} />
      {assets.volet && <link rel="stylesheet" href={assets.volet.css} />}
      {assets.carte && <MapFiles {...assets.carte} />}
      {assets.js.map((src) => (
        <script src={src} defer={true} />
      ))}
      {assets.volet && <script src={assets.volet.js} defer={true} />}
    </head>
  )
}

/** Read by static/js/carte-ouvrir.js and carte-fond.js. */
const MapFiles = ({ js, css, tuiles }: NonNullable<Assets['carte']>) => (
  <meta
    name="carte"
    content={js}
    data-style={css}
    data-tuiles={tuiles?.template}
    data-mention={tuiles?.mention || undefined}
  />
)

/**
 * The message after an action. Its element is always in the page, so that readers announce what htmx puts in it:
 * in a fragment, `<Flash flash={…} oob />` replaces it.
 */
export function Flash({ flash, oob }: { flash: FlashMessage | null; oob?: boolean }) {
  return (
    <div id="flash" role="status" hx-swap-oob={oob ? 'true' : undefined}>
      {flash !== null && (
        <div class={`flash flash-${flash.tone}`}>
          {flash.text}
          {flash.undo !== undefined && (
            <Form action={flash.undo}>
              <button type="submit" class="lien">
                Défaire
              </button>
            </Form>
          )}
        </div>
      )}
    </div>
  )
}
