import type { Db, UserRole } from '../../../db/schema.ts'
import type { NoticeData } from '../../../db/schema-notifications.ts'

/** A notice as it is stored, beside its kind, its reader and its instants. */
export interface NoticeRow {
  /** The source that it tells of: who no longer sees it reads nothing of the notice either. null: of something else. */
  source_id: number | null
  /** The move of the source that it tells of; null: of something else. */
  transition_id: number | null
  /** The person whose doing it is; null: the doing of the site itself. */
  auteur_id: number | null
  /** A person gets one notice of a move; of anything else, one for each kind and key. */
  cle: string | null
  data: NoticeData
}

/** A notice as a list or a mail reads it. */
export interface Notice extends Pick<NoticeRow, 'source_id' | 'cle' | 'data'> {
  /** Title of the source, or the one that the notice has in its data. */
  titre: string
  /** null where the account is gone, or where the site did it itself. */
  auteur: string | null
}

/** A notice of which a mail tells. */
export interface MailedNotice extends Notice {
  /** Records of its source; null where it tells of something else. */
  nb_releves: number | null
  section: string | null
}

/** Everything that differs between the kinds of notification. A kind is one file, and a line in index.ts. */
export interface NoticeKind<About> {
  /** Its switch in the profile: « M’écrire aussi par courriel quand : … ». */
  label: string
  /** Ends « Vous serez averti ici … » on the page of whoever has no notice yet. */
  announces: string
  /** Its mails leave together, once a day, for what is not read by then (`digest-task.tsx`). */
  isDaily?: true
  /** Its mails tell more than a notice holds: whoever makes it sends them, as far as they are wanted. */
  hasOwnMails?: true
  /** Roles that may be told of it. */
  roles: readonly UserRole[]
  /** Ids of those who are told; whoever did it is told as well unless this leaves that person out. */
  recipients(this: void, db: Db, about: About): Promise<number[]>
  /** Gives what is kept of it. */
  row(this: void, about: About): NoticeRow
  /** Begins the sentence that ends with the title, on the page and in the mail. */
  says(this: void, notice: Notice): string
  /** Where its link leads. */
  path(this: void, notice: Notice): string
  mail: {
    /** Before the title. */
    subject: string
    /** Between brackets behind the title; [] where there is nothing to add. */
    details(this: void, notice: MailedNotice): string[]
    /** Asks for what is to be done, before the link. */
    call: string
    /** The link in words. */
    link: string
  }
}

/** « Marie a rejeté la source ». */
export const byPerson =
  (verb: string) =>
  ({ auteur }: Notice): string =>
    `${auteur ?? 'Une personne dont le compte est supprimé'} ${verb}`

/** Is kept of what the site itself tells of a source after a question that it asked (`rappels_registres`). */
export const rowOfReminder = ({ rappel, source }: { rappel: number; source: { id: number } }): NoticeRow => ({
  source_id: source.id,
  transition_id: null,
  auteur_id: null,
  cle: String(rappel),
  data: { motif: null },
})
