/** A label in three parts: what the title above it says already stands around what is shown. */
export interface ShortLabel {
  before: string
  shown: string
  after: string
}

const LINKS = "(?:sur\\s+)?(?:du\\s|de\\s+la\\s|de\\s+l[’']|de\\s|d[’']|des\\s|l[’']|la\\s|le\\s)?"
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** « Nom du père de l’époux » under « Père de l’époux » is shown as « Nom », « Père décédé » under « Père » as « décédé ». */
export function shortLabel(label: string, title: string): ShortLabel {
  const whole = { before: '', shown: label, after: '' }
  if (title === '') return whole
  const end = new RegExp(`^(.+?)(\\s+${LINKS}\\s*${escaped(title)})$`, 'iu').exec(label)
  if (end) return { ...whole, shown: end[1] ?? '', after: end[2] ?? '' }
  const start = new RegExp(`^(${escaped(title)}\\s+)(\\p{L}.*)$`, 'iu').exec(label)
  return start ? { ...whole, before: start[1] ?? '', shown: start[2] ?? '' } : whole
}
