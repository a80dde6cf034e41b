import type { Child } from 'hono/jsx'

// Drawn for Relevés on a grid of 24; strokes take the colour of the text beside them.
function Icon({ children }: { children: Child }) {
  return (
    <svg class="icone" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

export const SearchIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="M15.5 15.5 21 21" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="M6 6 18 18M18 6 6 18" />
  </Icon>
)

export const BackIcon = () => (
  <Icon>
    <path d="m14.5 6-6 6 6 6" />
  </Icon>
)

export const MenuIcon = () => (
  <Icon>
    <path d="M4 6.5h16M4 12h16M4 17.5h16" />
  </Icon>
)

export const BellIcon = () => (
  <Icon>
    <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4" />
  </Icon>
)

export const HelpIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.5 9.5a2.5 2.5 0 1 1 3.5 2.5q-1 .5-1 2m0 2.5v.5" />
  </Icon>
)

export const ChevronIcon = () => (
  <Icon>
    <path d="m6.5 9.5 5.5 5.5 5.5-5.5" />
  </Icon>
)

/** The seal of the house: shown where the association has no logo of its own. */
export const SealIcon = () => (
  <svg class="sceau" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
    <circle class="sceau-cire" cx="16" cy="16" r="15" />
    <circle class="sceau-trait" cx="16" cy="16" r="12" />
    <path class="sceau-trait" d="M12.5 22.5v-13h4.2a3.6 3.6 0 0 1 0 7.2h-4.2m4.2 0 4.3 5.8" />
  </svg>
)
