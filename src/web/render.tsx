import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { oneOf } from '../lib/body.ts'
import { readTileServer } from '../lib/tiles.ts'
import type { DeskHead } from '../ui/desk-header.tsx'
import { Flash, type FlashMessage, Layout, type MapImages, type Shell } from '../ui/layout.tsx'
import { markup } from '../ui/markup.ts'
import { logoAddress } from './address.ts'
import { answerText } from './coding.ts'
import { streamed } from './download.ts'
import type { AppEnv, AssetManifest, Settings } from './env.ts'
import { setFlash, takeFlash } from './flash.ts'
import { helpPath } from './help.ts'
import { navigation, roleLabel } from './navigation.ts'

export interface PageOptions {
  status?: ContentfulStatusCode
  breadcrumb?: { href: string; label: string }[]
  /** A form of records: it has the window, under one line that says this, and scripts and style of its own. */
  desk?: DeskHead
  /** Goes to htmx in the place of the whole body: the parts that it swaps, where the rest would keep a slow line waiting. */
  fragment?: Child
  /** A form of records of a source that has views: with the script and the style of the register beside it. */
  hasViews?: boolean
  /** The page loads the designer of fields too, what makes the search quick, the table that one types in, what sends photos, the keys of the reading over, what speaks with a passkey, or may load a map. */
  scripts?: 'ordre' | 'recherche' | 'tableau' | 'photos' | 'relecture' | 'cle' | 'carte'
  /**
   * All that it shows follows from the database, the settings, the day and what was asked alone: no hour, nothing random, nothing that a process
   * keeps. A browser that holds it is then told so without it being made anew (web/known-pages.ts), but for maps: such an answer does
   * not name whose images they may show.
   */
  isSteady?: boolean
  /** A page that is made to be printed: with the style of those. */
  style?: 'imprimes'
  /** The page shows the sentence of the last request itself, beside what it tells of. */
  hasOwnFlash?: boolean
}

/** htmx asks for a part of a page; boosted links and history restores want it whole. */
export function wantsFragment(c: Context<AppEnv>): boolean {
  const asked = (name: string) => c.req.header(name) === 'true'
  return asked('HX-Request') && !asked('HX-Boosted') && !asked('HX-History-Restore-Request')
}

function shell(c: Context<AppEnv>, title: string, options: PageOptions): Shell {
  const { deps, maybeUser: user } = c.var
  const settings = deps.settings.read()
  const logo = logoAddress(settings)
  const { pages, saisie, ordre, recherche, tableau, photos, cle, relecture, carte, volet, ...assets } = deps.assets
  const own = [
    ...(options.desk ? [] : pages),
    ...(options.desk && options.scripts !== 'tableau' ? saisie : []),
    ...ownScripts({ ordre, recherche, tableau, photos, cle }, options),
  ]
  // Hono's own path is the same but for signs written as %41.
  const path = c.req.url.includes('%') ? new URL(c.req.url).pathname : c.req.path
  return {
    title,
    siteName: settings.site_name,
    path,
    aide: helpPath(path),
    user: user ? { id: user.id, name: user.name, roleLabel: roleLabel(user.role) } : null,
    nav: user ? navigation(user.role, c.var.badges?.a_valider) : [],
    flash: options.hasOwnFlash ? null : takeFlash(c),
    theme: oneOf(['auto', 'clair', 'sombre'], getCookie(c, 'theme')),
    taille: oneOf(['normale', 'grande', 'tres-grande'], getCookie(c, 'taille')),
    densite: oneOf(['compacte', 'confort'], getCookie(c, 'densite')),
    assets: {
      ...assets,
      favicon: logo ?? assets.favicon,
      css: sheetOf(assets, options),
      js: [...assets.js, ...own],
      volet: besideOf({ volet, relecture }, options),
      carte: options.scripts === 'carte' ? { ...carte, tuiles: mapImages(settings) } : undefined,
    },
    notifications: c.var.badges?.notifications ?? 0,
    corrections: c.var.badges?.corrections ?? 0,
    logo,
    breadcrumb: options.breadcrumb ?? [],
    desk: options.desk,
  }
}

type Sheets = Pick<AssetManifest, 'css' | 'bureau' | 'grille' | 'imprimes'>

function sheetOf({ css, bureau, grille, imprimes }: Sheets, options: PageOptions) {
  if (options.style === 'imprimes') return imprimes
  if (!options.desk) return css
  return options.scripts === 'tableau' ? grille : bureau
}

/** A script and a style of one page: the register beside a form, or the reading over. */
function besideOf({ volet, relecture }: Pick<AssetManifest, 'volet' | 'relecture'>, options: PageOptions) {
  if (options.scripts === 'relecture') return relecture
  return options.hasViews ? volet : undefined
}

type OwnScripts = Pick<AssetManifest, 'ordre' | 'recherche' | 'tableau' | 'photos' | 'cle'>

const ownScripts = (of: OwnScripts, { scripts }: PageOptions): string[] =>
  scripts === undefined || scripts === 'carte' || scripts === 'relecture' ? [] : of[scripts]

function mapImages({ tuiles_url, tuiles_mention }: Settings): MapImages | undefined {
  const server = readTileServer(tuiles_url)
  return server && { template: server.template, mention: tuiles_mention }
}

/** A page with a map may show the images of the server that an administrator chose, and no other page may. */
function allowMapImages(c: Context<AppEnv>): void {
  c.set('mapImages', readTileServer(c.var.deps.settings.read().tuiles_url)?.origin)
}

/** The part that htmx swaps in; after a redirection that it followed, the message goes where a whole page has it. */
function Part({ flash, children }: { flash: FlashMessage | null; children?: Child }) {
  return (
    <>
      {children}
      {flash !== null && <Flash flash={flash} oob />}
    </>
  )
}

/** The one place that decides between a page and the part of it that htmx swaps in. Pass a status or more options last. */
export function page(
  c: Context<AppEnv>,
  title: string,
  body: Child,
  last: ContentfulStatusCode | PageOptions = {},
): Response {
  const options = typeof last === 'number' ? { status: last } : last
  c.header('Vary', 'HX-Request', { append: true })
  const isSteady = options.isSteady === true && options.scripts !== 'carte'
  if (options.scripts === 'carte') allowMapImages(c)
  const content = wantsFragment(c) ? (
    <Part flash={takeFlash(c)}>{options.fragment ?? body}</Part>
  ) : (
    <Layout {...shell(c, title, options)}>{body}</Layout>
  )
  return answerText(c, markup(content, c.var.csrf), options.status ?? 200, isSteady)
}

/** Stands where the body comes, which is not made yet; nothing that somebody typed is written so, as texts have no signs of HTML. */
const BODY = '<template id="corps"></template>'

/** A page whose body is too long to be made at once: it is made as fast as it is read. */
export function streamedPage(
  c: Context<AppEnv>,
  title: string,
  body: AsyncGenerator<string, void>,
  options: PageOptions = {},
) {
  const whole = markup(
    <Layout {...shell(c, title, options)}>
      <template id="corps" />
    </Layout>,
    c.var.csrf,
  )
  const [before = '', after = ''] = whole.split(BODY)
  return streamed(c, title, surrounded(before, body, after))
}

async function* surrounded(before: string, body: AsyncGenerator<string, void>, after: string) {
  yield before
  yield* body
  yield after
}

/** After a POST that can be taken back: the sentence stands beside a button that does it. `undo`: an address of ours. */
export function seeOtherUndoable(c: Context<AppEnv>, to: string, message: string, undo: string | undefined) {
  setFlash(c, { tone: 'ok', text: message, undo })
  return c.redirect(to, 303)
}

/** After a successful POST: go there, and say so on that page. `to` is a path of ours, never what a user sent. */
export function seeOther(c: Context<AppEnv>, to: string, message?: string, tone: 'ok' | 'err' = 'ok') {
  if (message) setFlash(c, { tone, text: message })
  return c.redirect(to, 303)
}
