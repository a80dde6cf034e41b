import type { Child } from 'hono/jsx'
import { plural } from '../lib/text.ts'
import { swap } from './table.tsx'

interface LineProps {
  /** Columns that nothing stands in, shown or not. */
  nbEmpty: number
  showsEmpty: boolean
  /** The page that chooses the columns; left out where another list has it. */
  choose?: string
  /** Address of this list with its empty columns, or without. */
  toggled: string
  /** `#id` of the list. */
  target: string
  /** Another link, at the end of the line. */
  children?: Child
}

/** A quiet line above a list: which columns it leaves out, and where they are chosen. */
export function ColumnsLine({ nbEmpty, showsEmpty, choose, toggled, target, children }: LineProps) {
  if (choose === undefined && nbEmpty === 0) return null
  const counted = plural(nbEmpty, 'colonne vide', 'colonnes vides')
  const hidden = plural(nbEmpty, 'colonne vide masquée', 'colonnes vides masquées')
  const them = nbEmpty === 1 ? 'la' : 'les'
  return (
    <p class="aide colonnes-ligne">
      {choose !== undefined && <a href={choose}>Choisir les colonnes</a>}
      {nbEmpty > 0 && (
        <span>
          {showsEmpty ? counted : hidden} —{' '}
          <a href={toggled} {...swap(toggled, target)}>
            {them} {showsEmpty ? 'masquer' : 'montrer'}
          </a>
        </span>
      )}
      {children}
    </p>
  )
}
