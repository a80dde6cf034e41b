import type { Child } from 'hono/jsx'
import { AccountPanel, type HeaderProps, HelpLink, Mark, NavLinks, NotificationsLink, SearchForm } from './header.tsx'
import { BackIcon, MenuIcon } from './icons.tsx'
import { Breadcrumb } from './page.tsx'

interface Link {
  href: string
  label: string
}

/** One line above a form of records says this. */
export interface DeskHead {
  /** Begins the `<h1>`, and is not shown where what follows says enough. */
  prefix: string
  isPrefixShown: boolean
  /** The source, or the record: where the way back leads. */
  name: string
  href: string
  /** View, number of acts, entries of today: they change as one works. */
  facts: Child
  /** More about the source: type, place, years, call number. */
  context: string
  /** Pages about the source. */
  links: Link[]
}

interface DeskHeaderProps extends HeaderProps {
  desk: DeskHead
  breadcrumb: Link[]
}

/** One line of 40 px in the place of header, navigation, breadcrumb and title: the form has the window. */
export function DeskHeader(props: DeskHeaderProps) {
  const { desk } = props
  return (
    <header class="entete bureau-tete">
      <Mark {...props} isNameShown={false} />
      <DeskTitle {...desk} />
      <p id={DESK_FACTS_ID} class="bureau-faits">
        {desk.facts}
      </p>
      <HelpLink href={props.aide} isApart />
      <NotificationsLink count={props.notifications} />
      <DeskMenu {...props} />
    </header>
  )
}

/** Another form on the desk swaps the title. */
export const DESK_TITLE_ID = 'bureau-titre'
/** A save swaps what the header says in numbers. */
export const DESK_FACTS_ID = 'bureau-faits'

export const DeskTitle = ({ href, context, isPrefixShown, prefix, name }: Omit<DeskHead, 'facts' | 'links'>) => (
  <h1 id={DESK_TITLE_ID}>
    <a href={href} title={context}>
      <BackIcon />
      <span class={isPrefixShown ? undefined : 'hors-ecran'}>{prefix}</span>
      {name}
    </a>
  </h1>
)

function DeskMenu(props: DeskHeaderProps) {
  const { desk, breadcrumb } = props
  return (
    <details class="deroulant" data-menu>
      <summary class="lien-outil">
        <MenuIcon />
        <span class="mot">Menu</span>
      </summary>
      <div class="volet bureau-menu">
        <div>
          <p>{desk.context}</p>
          <ul>
            {desk.links.map(({ href, label }) => (
              <li>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ul>
        </div>
        <Breadcrumb items={breadcrumb} />
        <SearchForm />
        <nav aria-label="Navigation principale">
          <NavLinks {...props} />
        </nav>
        <AccountPanel {...props} />
      </div>
    </details>
  )
}
