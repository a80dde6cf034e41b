import type { SourceStatus } from '../../../db/schema.ts'
import type { MoveNotice } from '../../notifications/kinds/index.ts'

/** Longest reason of a move. */
export const MAX_MOTIF = 2000

/** The words of a move that asks for a reason. */
interface Reason {
  /** Label of the field. */
  label: string
  help: string
  /** Said where none was typed; null where it may stay empty. */
  missing: string | null
  submit: string
  /** The page of the source says who gave the reason: « Rejetée par Marie, le… ». */
  by: string
}

/** The words of a move that the review of a source offers. */
interface Decision {
  title: string
  submit: string
  /** « … » est validée. */
  decided: string
}

/** All there is to know of a move. Every line is asked for: a move that does not answer one of them does not compile. */
export interface Move {
  from: SourceStatus
  to: SourceStatus
  /** Its button on the page of the source. */
  button: string
  /** The next page says it. */
  done: string
  who: 'writers' | 'managers' | 'submitter_or_managers'
  /** Steps forward stand out, where the page has nothing that matters more; steps back are there for who looks for them. */
  isForward: boolean
  /** A source comes this way by itself when a record is written in it. */
  isMadeByEntry: boolean
  /** Why it is refused to a source without records; null where it needs none. */
  withoutReleves: string | null
  /** null where no reason is asked for; none is kept then. */
  motif: Reason | null
  /** It gives back acts to be looked at again, one at least; of two moves between the same statuses, naming acts makes this one. */
  givesBack: boolean
  /** null where the review does not offer it. */
  review: Decision | null
  /** The next review shows what changed « depuis la soumission »; null where it looks further back. */
  since: string | null
  /** null where nobody is told. */
  tells: MoveNotice | null
}

const SUBMISSION: Omit<Move, 'from' | 'button'> = {
  to: 'a_valider',
  done: 'Source soumise à validation.',
  who: 'writers',
  isForward: true,
  isMadeByEntry: false,
  withoutReleves: 'Cette source ne contient aucun relevé\u00a0: saisissez-en un avant de la soumettre.',
  motif: null,
  givesBack: false,
  review: null,
  since: 'la soumission',
  tells: 'SourceAValider',
}

/** The table of decisions.md, section 3, in the order of the buttons. A pair that is not in it is no move. */
export const MOVES: readonly Move[] = [
  {
    from: 'a_relever',
    to: 'en_cours',
    button: 'Commencer le relevé',
    done: 'Le relevé de la source est commencé.',
    who: 'writers',
    isForward: false,
    isMadeByEntry: true,
    withoutReleves: null,
    motif: null,
    givesBack: false,
    review: null,
    since: null,
    tells: null,
  },
  { ...SUBMISSION, from: 'en_cours', button: 'Soumettre à validation' },
  {
    from: 'a_valider',
    to: 'en_cours',
    button: 'Retirer de la validation',
    done: 'Source retirée de la validation.',
    who: 'submitter_or_managers',
    isForward: false,
    isMadeByEntry: false,
    withoutReleves: null,
    motif: null,
    givesBack: false,
    review: null,
    since: null,
    tells: null,
  },
  {
    from: 'a_valider',
    to: 'validee',
    button: 'Valider',
    done: 'Source validée.',
    who: 'managers',
    isForward: true,
    isMadeByEntry: false,
    withoutReleves: null,
    motif: null,
    givesBack: false,
    review: { title: 'Décision', submit: 'Valider la source', decided: 'validée' },
    since: null,
    tells: 'SourceValidee',
  },
  {
    from: 'a_valider',
    to: 'en_cours',
    button: 'Rendre avec corrections…',
    done: 'Source rendue, avec les actes à revoir.',
    who: 'managers',
    isForward: false,
    isMadeByEntry: false,
    withoutReleves: null,
    motif: {
      label: 'Un mot pour les personnes qui relèvent la source',
      help: 'Facultatif. Elles le liront avec la liste des actes à revoir.',
      missing: null,
      submit: 'Rendre avec corrections',
      by: 'Rendue par',
    },
    givesBack: true,
    review: {
      title: 'Ou la rendre avec des actes à revoir',
      submit: 'Rendre avec corrections',
      decided: 'rendue avec corrections',
    },
    since: null,
    tells: 'SourceRendue',
  },
  {
    from: 'a_valider',
    to: 'rejetee',
    button: 'Rejeter…',
    done: 'Source rejetée.',
    who: 'managers',
    isForward: false,
    isMadeByEntry: false,
    withoutReleves: null,
    motif: {
      label: 'Motif du rejet',
      help: 'Ce qui est à reprendre, en quelques mots. Les personnes qui relèvent la source le liront.',
      missing: 'Indiquez le motif du rejet\u00a0: les personnes qui relèvent la source le liront.',
      submit: 'Rejeter la source',
      by: 'Rejetée par',
    },
    givesBack: false,
    review: { title: 'Ou la renvoyer', submit: 'Rejeter la source', decided: 'rejetée' },
    since: 'le rejet',
    tells: 'SourceRejetee',
  },
  { ...SUBMISSION, from: 'rejetee', button: 'Soumettre de nouveau' },
  {
    from: 'rejetee',
    to: 'en_cours',
    button: 'Reprendre le relevé',
    done: 'Le relevé de la source est repris.',
    who: 'writers',
    isForward: false,
    isMadeByEntry: true,
    withoutReleves: null,
    motif: null,
    givesBack: false,
    review: null,
    since: null,
    tells: null,
  },
  {
    from: 'validee',
    to: 'en_cours',
    button: 'Rouvrir',
    done: 'Source rouverte.',
    who: 'managers',
    isForward: false,
    isMadeByEntry: false,
    withoutReleves: null,
    motif: null,
    givesBack: false,
    review: null,
    since: null,
    tells: null,
  },
]
