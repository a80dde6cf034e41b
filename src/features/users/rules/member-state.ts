import type { Depart } from '../../../db/schema.ts'
import { formatDay } from '../../../lib/text.ts'

export const MEMBER_STATES = ['present', 'pause', 'parti', 'decede'] as const

export const STATE_LABELS: Record<(typeof MEMBER_STATES)[number], string> = {
  present: 'Présent',
  pause: 'En pause',
  parti: 'Parti',
  decede: 'Décédé',
}

/** `jusque`: the last day of a pause, ISO. */
export type MemberState = { etat: 'present' | Depart } | { etat: 'pause'; jusque: string }

interface Known {
  is_active: boolean
  depart: Depart | null
  pause_jusque: string | null
}

/** A pause is over by itself, the day after its last one. `day`: today, ISO. */
export const isAway = ({ pause_jusque }: Pick<Known, 'pause_jusque'>, day: string): boolean =>
  pause_jusque !== null && pause_jusque >= day

/** « en pause jusqu’au 3 mars 2027 », « Parti », « Décédé »; undefined for somebody who is there, or whose closed account says no more. */
export function stateInWords(user: Known, day: string): string | undefined {
  if (!user.is_active) return user.depart === null ? undefined : STATE_LABELS[user.depart]
  return isAway(user, day) ? `en pause jusqu’au ${formatDay(`${user.pause_jusque}T12:00:00.000Z`)}` : undefined
}
