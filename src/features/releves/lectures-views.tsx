import { lecturesText } from '../../champs/lectures.ts'
import { quoted } from '../../lib/typo.ts'

export const lecturesPath = (id: number, nom: string): string => `/releves/${id}/lectures/${encodeURIComponent(nom)}`

/** Beside a value: « (autre lecture : LE GOFF) ». `href`: where this reader changes them. */
export function OtherReadings({ list, href, label }: { list: readonly string[]; href?: string; label?: string }) {
  if (list.length === 0) return null
  const text = lecturesText(list)
  return (
    <span class="aide">
      (
      {href === undefined ? (
        text
      ) : (
        <a href={href} aria-label={`Modifier ${text}, de ${quoted(label ?? '')}`}>
          {text}
        </a>
      )}
      ){' '}
    </span>
  )
}
