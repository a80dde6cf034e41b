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

export const ChevronIcon = () => (
  <Icon>
    <path d="m6.5 9.5 5.5 5.5 5.5-5.5" />
  </Icon>
)

/** The seal of the house: used where the association has no logo of its own. */
export const SealIcon = () => (
  <svg class="sceau" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
    <path d="M16 1.5c2 0 3 1.6 4.8 2.1s3.600-.2 5 1.100 1 3.200 2 4.800 2.700 2.400 2.700 4.400-1.400 2.900-1.700 4.700.5 3.700-.7 5.200-3.200 1.300-4.800 2.300-2.300 2.900-4.200 3.400S17.900 30 16 30s-3.100-.100-5-.600-2.500-2.400-4.200-3.400-3.600-.800-4.800-2.300-.400-3.400-.700-5.200S1.500 15.900 1.500 13.900s1.700-2.800 2.700-4.400.600-3.500 2-4.800 3.200-.600 5-1.100S14 1.500 16 1.500z" />
    <path class="sceau-trait" d="M11 22.500V9.500h5.500a3.700 3.700 0 0 1 0 7.400H11m5.500 0 4.700 5.600" />
  </svg>
)
