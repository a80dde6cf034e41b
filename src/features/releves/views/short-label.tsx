import { shortLabel } from '../rules/short-label.ts'

/** The words that the title above a field says already are there for whoever hears the field alone. */
export function ShortLabel({ label, title }: { label: string; title: string }) {
  const { before, shown, after } = shortLabel(label, title)
  return (
    <>
      {before !== '' && <span class="hors-ecran">{before}</span>}
      {shown}
      {after !== '' && <span class="hors-ecran">{after}</span>}
    </>
  )
}
