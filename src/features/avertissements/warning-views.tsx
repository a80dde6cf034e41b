import type { Child } from 'hono/jsx'
import type { Champ } from '../../champs/kind.ts'
import { Form } from '../../ui/form.tsx'
import { Badge } from '../../ui/page.tsx'
import type { ActWarning } from './queries/warnings.ts'
import { isGenre, kindOf, sentenceOf } from './rules/kinds.ts'

export const warningsPath = (source: { id: number }): string => `/sources/${source.id}/avertissements`

/** The words of a kind in lists. */
export const labelOf = (genre: string): string => (isGenre(genre) ? kindOf(genre).label : genre)

/** The sentence of a warning, with a link to the other act where it names one. */
export function Sentence({ warning, champs }: { warning: ActWarning; champs: readonly Champ[] }): Child {
  const { genre, champ, valeur, detail } = warning
  const label = champs.find(({ nom }) => nom === champ)?.label ?? champ
  const sentence = sentenceOf(genre, { label, valeur, detail })
  if (typeof detail.acte !== 'number' || detail.acte === 0) return <>{sentence}</>
  return (
    <span>
      {sentence} <a href={`/releves/${detail.acte}`}>Voir cet autre acte</a>
    </span>
  )
}

interface AcceptProps {
  source: { id: number }
  warning: ActWarning
  /** Address of the page that it stands on. */
  retour: string
}

/** « C'est bien ainsi »: one button, which posts the value that is accepted for the source. */
export function AcceptForm({ source, warning, retour }: AcceptProps) {
  const { genre, champ, valeur } = warning
  return (
    <Form action={`${warningsPath(source)}/admis`} class="en-ligne">
      {Object.entries({ genre, champ, valeur, retour }).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class="bouton" data-bien-ainsi>
        C’est bien ainsi
      </button>
    </Form>
  )
}

interface WarningListProps {
  source: { id: number }
  /** Those of one act. */
  warnings: readonly ActWarning[]
  champs: readonly Champ[]
  retour: string
  canAccept: boolean
}

/** Shows the warnings of one act; nothing where there is nothing. */
export function WarningList({ source, warnings, champs, retour, canAccept }: WarningListProps) {
  if (warnings.length === 0) return null
  return (
    <ul class="avertissements">
      {warnings.map((warning) => (
        <li>
          <Badge tone="warn">{labelOf(warning.genre)}</Badge>{' '}
          <span>
            <Sentence warning={warning} champs={champs} />
          </span>
          {canAccept && <AcceptForm {...{ source, warning, retour }} />}
        </li>
      ))}
    </ul>
  )
}
