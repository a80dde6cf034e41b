import type { Champ } from '../../champs/kind.ts'
import { releveTitle } from '../../champs/title.ts'
import { once, type Sending } from '../../db/once.ts'
import { refuse, type Saved, saving } from '../../db/saving.ts'
import type { Db, ReleveData, Trx } from '../../db/schema.ts'
import type { Reading } from '../../db/schema-revue.ts'
import { AppError } from '../../lib/errors.ts'
import type { CurrentUser } from '../../web/env.ts'
import { type NotifyOptions, notify } from '../notifications/actions.ts'
import type { MessageInput } from './form.ts'
import { managersFor, peopleOf, type Thread } from './queries.ts'
import { excerptOf } from './rules/excerpt.ts'
import { namedIn } from './rules/mentions.ts'

/** The act of a thread, as whoever is told of it needs it. */
export interface AboutAct {
  id: number
  version: number
  /** The account that entered it; null: unknown, or gone. */
  created_by: number | null
  titre: string
  /** Label of the field that the thread is about; null: the act as a whole. */
  champ: string | null
  source: { id: number; section_id: number | null }
}

interface Talked {
  act: { id: number; data: ReleveData; version: number; created_by: number | null }
  source: AboutAct['source']
  champs: readonly Champ[]
}

/** The act as a thread on this field has it. */
export const aboutAct = ({ act, source, champs }: Talked, champ: string | null): AboutAct => ({
  id: act.id,
  version: act.version,
  created_by: act.created_by,
  titre: releveTitle(act),
  champ: champs.find(({ nom }) => nom === champ)?.label ?? null,
  source,
})

export type Proposition = Record<string, { avant: Reading; apres: Reading }>

type News = 'message' | 'proposition' | 'appliquee' | 'refusee'

interface Told {
  act: AboutAct
  fil: number
  message: number
  what: News
  texte: string
  /** Ids of those who wrote in it or are named in it. */
  parties: readonly (number | null)[]
  by: CurrentUser
}

/** Tells the author of the act, those who manage its section, and whoever wrote or is named in the thread, while they see the source. */
export async function tellThread(trx: Trx, told: Told, options: NotifyOptions): Promise<void> {
  const { act, fil, message, what, texte, parties, by } = told
  const wanted = new Set([act.created_by, ...parties, ...(await managersFor(trx, act.source.section_id))])
  const recipients = (await peopleOf(trx, act.source.id)).map(({ id }) => id).filter((id) => wanted.has(id))
  const extrait = excerptOf({ acte: act.titre, champ: act.champ, texte })
  await notify(trx, 'Fil', { fil, message, what, source: act.source, extrait, actorId: by.id, recipients }, options)
}

const STRANGER = 'Cette personne ne voit pas cette source\u00a0: choisissez-en une autre.'

/** Ids of those whom a message names, by the list or by « @ ». */
async function mentionsOf(trx: Db, sourceId: number, { texte, mention }: Pick<MessageInput, 'texte' | 'mention'>) {
  if (mention === null && !texte.includes('@')) return []
  const people = await peopleOf(trx, sourceId)
  if (mention !== null && !people.some(({ id }) => id === mention)) refuse({ mention: STRANGER })
  return [...new Set([...(mention === null ? [] : [mention]), ...namedIn(texte, people)])]
}

interface Written {
  source_id: number
  fil_id: number
  user_id: number
  texte: string
  mentions: readonly number[]
  created_at: string
}

export async function writeMessage(trx: Trx, { mentions, ...row }: Written): Promise<number> {
  const { id } = await trx
    .insertInto('fil_messages')
    .values({ ...row, mentions: mentions.length === 0 ? null : JSON.stringify(mentions) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Opening {
  act: AboutAct
  /** Name of the field. */
  champ: string | null
  proposition?: Proposition
  input: Pick<MessageInput, 'texte' | 'mention'>
  by: CurrentUser
}

interface Beginning extends Opening {
  mentions: readonly number[]
  now: string
}

/** Begins a thread in the transaction at hand, and tells of it; its id. */
export async function beginThread(
  trx: Trx,
  { act, champ, proposition, input: { texte }, mentions, by, now: created_at }: Beginning,
  options: NotifyOptions,
): Promise<number> {
  const { id: fil } = await trx
    .insertInto('fils')
    .values({
      source_id: act.source.id,
      releve_id: act.id,
      champ,
      nature: proposition ? 'proposition' : 'fil',
      version: act.version,
      proposition: proposition ? JSON.stringify(proposition) : null,
      user_id: by.id,
      created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { source_id: act.source.id, fil_id: fil, user_id: by.id, created_at }
  const message = texte === '' ? 0 : await writeMessage(trx, { ...row, texte, mentions })
  const what = proposition ? 'proposition' : 'message'
  await tellThread(trx, { act, fil, message, what, texte, parties: mentions, by }, options)
  return fil
}

/** Begins a thread, once for each form shown; its id. */
export function openThread(db: Db, opening: Opening, sending: Sending, options: NotifyOptions): Promise<Saved<number>> {
  return saving(db, {}, async (trx) => {
    const mentions = await mentionsOf(trx, opening.act.source.id, opening.input)
    return once(trx, sending, () => beginThread(trx, { ...opening, mentions, now: sending.now }, options))
  })
}

export const partiesOf = ({ user_id, messages }: Thread): (number | null)[] => [
  user_id,
  ...messages.flatMap((message) => [message.user_id, ...(message.mentions ?? [])]),
]

interface Answer {
  act: AboutAct
  thread: Thread
  input: MessageInput
  by: CurrentUser
}

/** Adds a message, once for each form shown, and closes the thread where that was asked. A closed one is opened by an answer. */
export function answerThread(
  db: Db,
  { act, thread, input, by }: Answer,
  sending: Sending,
  options: NotifyOptions,
): Promise<Saved<number>> {
  return saving(db, {}, async (trx) => {
    const mentions = await mentionsOf(trx, act.source.id, input)
    return once(trx, sending, async () => {
      const row = { source_id: act.source.id, fil_id: thread.id, user_id: by.id, created_at: sending.now }
      const message = await writeMessage(trx, { ...row, texte: input.texte, mentions })
      await setResolved(trx, thread, input.clore, { by, now: sending.now })
      const parties = [...partiesOf(thread), ...mentions]
      await tellThread(trx, { act, fil: thread.id, message, what: 'message', texte: input.texte, parties, by }, options)
      return message
    })
  })
}

/** Closes a thread, or opens it again. A proposal that nobody decided on stays open: an answer in words decides nothing. */
export async function setResolved(
  db: Db,
  thread: Pick<Thread, 'id' | 'nature' | 'decision'>,
  isResolved: boolean,
  { by, now }: { by: CurrentUser; now: string },
): Promise<void> {
  if (thread.nature === 'proposition') {
    if (isResolved && thread.decision === null)
      throw new AppError('conflit', 'Appliquez d’abord cette proposition, ou dites pourquoi vous ne la retenez pas.')
    return
  }
  await db
    .updateTable('fils')
    .set(isResolved ? { resolu_at: now, resolu_par: by.id } : { resolu_at: null, resolu_par: null })
    .where('id', '=', thread.id)
    .where('resolu_at', isResolved ? 'is' : 'is not', null)
    .execute()
}
