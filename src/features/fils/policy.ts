import { ensure } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import { canManageSource, isTranscriber, type SourceAccess } from '../droits/policy.ts'

/** Those who enter acts in the source, whatever its status, and those who manage it, speak about its acts. Others who see it read. */
export const maySpeak = (user: CurrentUser, source: SourceAccess): boolean =>
  isTranscriber(user, source) || canManageSource(user, source)

interface Party {
  user_id: number | null
  messages: readonly { user_id: number | null; mentions: readonly number[] | null }[]
}

/** Whoever began a thread, wrote in it or is named in it answers, too: a reader who proposed a correction is asked about it. */
export const mayAnswer = (user: CurrentUser, source: SourceAccess, thread: Party): boolean =>
  maySpeak(user, source) ||
  thread.user_id === user.id ||
  thread.messages.some(({ user_id, mentions }) => user_id === user.id || mentions?.includes(user.id))

export function ensureMaySpeak(user: CurrentUser, source: SourceAccess): void {
  ensure(
    maySpeak(user, source),
    'Vous lisez cette source sans y saisir de relevés\u00a0: proposez une correction depuis la page du relevé.',
  )
}

export function ensureMayAnswer(user: CurrentUser, source: SourceAccess, thread: Party): void {
  ensure(mayAnswer(user, source, thread), 'Vous lisez cet échange sans y prendre part.')
}
