import type { Db, Trx } from '../../db/schema.ts'
import type { Body, FormErrors } from '../../lib/body.ts'
import type { CurrentUser } from '../../web/env.ts'
import type { idList } from '../../web/form.ts'
import type { NotifyOptions } from '../notifications/actions.ts'

/** Something as JSON keeps it. */
export type Kept = Record<string, unknown>

/** Whoever does it, as he or she is at that moment. */
export interface Hand {
  user: CurrentUser
  notify: NotifyOptions
}

/** The page that asks shows these, and gives them back. */
export interface Asked {
  db: Db
  user: CurrentUser
  ids: readonly number[]
  raw: Body
}

/** Something that may be done to many things at once. */
export interface LotAction {
  name: string
  /** Its button, after « 12 sources choisies »: « Supprimer… ». */
  label: string
  /** « Supprimer 12 sources »: what the page that asks is called, and its button. */
  title(n: number): string
  /** « 12 sources supprimées. » */
  done(n: number): string
  /** Says before what it means, in a sentence. */
  warning?: string
  isDanger?: boolean
  /** May this person do it at all? Each thing is asked for again. */
  isFor?(user: CurrentUser): boolean
  /** Reads what is to be chosen for it, of the fields that its list shows (`LotFields`); they are called `choix_…`. */
  read?(asked: Asked): Promise<{ ok: true; detail: Kept } | { ok: false; errors: FormErrors }>
  /**
   * Does it to one thing, in the transaction at hand, and says what it takes to undo it. AppError where it cannot be done to
   * this one: whatever was written for it is taken back.
   */
  apply(trx: Trx, hand: Hand, id: number, detail: Kept): Promise<Kept>
  /** AppError where the thing has moved on since. */
  undo?(trx: Trx, hand: Hand, id: number, before: Kept, detail: Kept): Promise<void>
}

/** A list of which many rows may be chosen. */
export interface LotKind {
  kind: string
  /** « 1 source », « 12 sources ». */
  count(n: number): string
  actions: readonly LotAction[]
  /** Reads the boxes that are ticked; ids of records are larger than others. */
  ids: typeof idList
}

/** The list at hand: what its address says of it. */
export interface LotList {
  /** Its address, with the filter in force. */
  back: string
  breadcrumb: { href: string; label: string }[]
  /** All that the filter finds. */
  found(): Promise<number[]>
  /** Those of them that this person sees, by id. */
  names(ids: readonly number[]): Promise<Map<number, string>>
}
