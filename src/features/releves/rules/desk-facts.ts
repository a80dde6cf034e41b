import { type Body, shown } from '../../../lib/body.ts'
import { formatNumber } from '../../../lib/text.ts'

/** How many acts a source has, and how much of it somebody entered since midnight. */
export interface EntryCounts {
  acts: number
  today: number
  /** More were entered today than were counted. */
  isMore: boolean
}

const viewOf = ({ raw }: { raw: Body }): string => {
  const view = shown(raw, 'data[vue]').trim()
  return view === '' ? '' : `vue ${view}`
}

const said = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ')

/** « vue 14 · acte 214 · 31 aujourd’hui », above the form: the act to be typed is the 214th. */
export function entryFacts(form: { raw: Body }, { acts, today, isMore }: EntryCounts): string {
  const entered = today === 0 ? '' : `${formatNumber(today)}${isMore ? '\u00a0et plus' : ''} aujourd’hui`
  return said(viewOf(form), `acte ${formatNumber(acts + 1)}`, entered)
}

/** The source and the view of a record that is changed. */
export const editFacts = (form: { raw: Body }, titre: string): string => said(titre, viewOf(form))
