import { type Appearance, AppearanceForm } from './appearance.tsx'
import { Form } from './form.tsx'
import { BellIcon, ChevronIcon, HelpIcon, MenuIcon, SealIcon, SearchIcon } from './icons.tsx'

export interface HeaderProps extends Appearance {
  siteName: string
  logo: string | null
  path: string
  /** The help of this page. */
  aide: string
  user: { id: number; name: string; roleLabel: string } | null
  nav: { href: string; label: string }[]
  notifications: number
  corrections: number
}

/** The bar of 64 px and, beneath it, the navigation in words. */
export function Header(props: HeaderProps) {
  return (
    <header class="entete">
      <div class="barre">
        <Mark {...props} />
        {props.user !== null && <SearchForm />}
        <div class="outils">
          {props.user !== null && <HelpLink href={props.aide} />}{' '}
          {props.user !== null && <NotificationsLink count={props.notifications} />} <AccountMenu {...props} />
        </div>
      </div>
      {props.nav.length > 0 && <Nav nav={props.nav} path={props.path} />}
    </header>
  )
}

/** The seal or the logo, which leads home. */
export function Mark({ logo, siteName, isNameShown = true }: HeaderProps & { isNameShown?: boolean }) {
  return (
    <a class="marque" href="/">
      {logo === null ? <SealIcon /> : <img src={logo} alt="" height="40" />}
      <span class={isNameShown ? undefined : 'hors-ecran'}>{siteName}</span>
    </a>
  )
}

export function SearchForm() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> means nothing to Chromium before 118, the role does
    <form class="recherche" action="/recherche" method="get" role="search">
      <label class="hors-ecran" for="recherche-globale">
        Rechercher dans les relevés
      </label>
      <input id="recherche-globale" type="search" name="q" placeholder="Un nom, un prénom…" autocomplete="off" />
      <button type="submit" class="icone-seule">
        <SearchIcon />
        <span class="hors-ecran">Rechercher</span>
      </button>
    </form>
  )
}

/** `isApart`: in a window of its own, beside a form in hand. */
export function HelpLink({ href, isApart }: { href: string; isApart?: boolean }) {
  return (
    <a class="lien-outil" href={href} target={isApart ? '_blank' : undefined}>
      <HelpIcon />
      <span class="mot">Aide</span>
    </a>
  )
}

const countOf = (n: number): string => (n > 99 ? '99+' : String(n))

export function NotificationsLink({ count }: { count: number }) {
  return (
    <a class="lien-outil" href="/notifications">
      <BellIcon />
      <span class="mot">Notifications</span>
      {count > 0 && (
        <>
          {' '}
          <span class="compte">{countOf(count)}</span>
          <span class="hors-ecran">{count > 1 ? ' non lues' : ' non lue'}</span>
        </>
      )}
    </a>
  )
}

function AccountMenu(props: HeaderProps) {
  return (
    <details class="deroulant" data-menu>
      <summary class="lien-outil">
        <span class="nom">{props.user?.name ?? 'Apparence'}</span>
        {props.corrections > 0 && <span class="compte">{countOf(props.corrections)}</span>}
        <ChevronIcon />
      </summary>
      <div class="volet">
        <AccountPanel {...props} />
      </div>
    </details>
  )
}

/** It tells who is here, and has the appearance and the way out. */
export function AccountPanel({ user, theme, taille, densite, path, corrections }: HeaderProps) {
  return (
    <>
      {user !== null && (
        <p class="qui">
          {user.name} <span>{user.roleLabel}</span>
        </p>
      )}
      {user !== null && <a href="/profil">Mon profil</a>}
      {user !== null && <a href="/mes-recherches">Mes recherches</a>}
      {user !== null && (
        <a href="/profil/corrections">Mes corrections{corrections > 0 && ` (${countOf(corrections)} à lire)`}</a>
      )}
      <AppearanceForm {...{ theme, taille, densite, path }} />
      {user !== null && (
        <Form action="/logout" data-utilisateur={user.id}>
          <button type="submit" class="bouton">
            Se déconnecter
          </button>
        </Form>
      )}
    </>
  )
}

// The list is beside the <details>, not inside it: on a wide screen it shows whatever the state of the button,
// and on a small one the style sheet hides it until the button is open. No script, no second copy.
function Nav(props: Pick<HeaderProps, 'nav' | 'path'>) {
  return (
    <div class="navigation">
      <details class="menu">
        <summary>
          <MenuIcon />
          Menu
        </summary>
      </details>
      <nav aria-label="Navigation principale">
        <NavLinks {...props} />
      </nav>
    </div>
  )
}

/** The list of the navigation, the part of the site where one is marked. */
export function NavLinks({ nav, path }: Pick<HeaderProps, 'nav' | 'path'>) {
  const current = currentHref(nav, path)
  return (
    <ul>
      {nav.map(({ href, label }) => (
        <li>
          <a href={href} aria-current={href === current ? (href === path ? 'page' : 'true') : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The entry whose address begins that of the page; the longest wins, `/` only for itself. */
function currentHref(nav: HeaderProps['nav'], path: string): string | undefined {
  return nav
    .map(({ href }) => href)
    .filter((href) => path === href || (href !== '/' && path.startsWith(`${href}/`)))
    .sort((a, b) => b.length - a.length)[0]
}
