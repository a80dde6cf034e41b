import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** How the acts of a source are read over: all, a drawn sample, none. */
export const RELECTURES = ['tous', 'echantillon', 'aucune'] as const
export type Relecture = (typeof RELECTURES)[number]

/** A reader's word on an act, as it was shown. */
export const VERDICTS = ['bon', 'corrige', 'douteux', 'question', 'passe'] as const
export type Verdict = (typeof VERDICTS)[number]

/** 3 grave: not found, or a wrong family; 2: found, but wrong; 1: form; 0: both readings are defensible. */
export type Weight = 0 | 1 | 2 | 3

/** Shares of the acts of a source that a second person types, in per cent. */
export const DOUBLE_SHARES = [0, 5, 10, 20, 100] as const

/** Which reading was kept: the first, the second, or one that the arbiter typed. */
export type Kept = 1 | 2 | 'autre'

/** An instant, ISO 8601 in UTC with milliseconds. */
type Instant = string
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>

/** A value of a field with its state, and with its other readings where it has some. */
export interface Reading {
  valeur: unknown
  etat: string | null
  lectures?: readonly string[]
}

/** The tables of the reading over (0098). `releve_id` refers to nothing: an act may be in the bin. */
export interface RevueSchema {
  releve_avis: {
    id: Generated<number>
    source_id: number
    releve_id: number
    /** The version that was on the screen. */
    version: number
    user_id: number | null
    verdict: Verdict
    poids: Weight | null
    created_at: Instant
  }
  /** Acts on somebody's screen: another reader gets a different one until then. */
  revue_baux: { source_id: number; releve_id: number; user_id: number; jusqua: Instant }
  /** Where a reader stopped. */
  revue_places: { user_id: number; source_id: number; releve_id: number; updated_at: Instant }
  /** Acts that a decision gave back. */
  actes_a_revoir: {
    source_id: number
    releve_id: number
    raison: string | null
    created_at: Instant
    revu_at: Instant | null
  }
  echantillons: {
    id: Generated<number>
    source_id: number
    graine: string
    plan: 'reduit' | 'normal' | 'double'
    /** Acts of the source when it was drawn, acts drawn, grave ones up to which it is accepted. */
    population: number
    taille: number
    accepte: number
    created_at: Instant
    resultat: 'accepte' | 'refuse' | null
    clos_at: Instant | null
  }
  echantillon_actes: { echantillon_id: number; source_id: number; releve_id: number; rang: number; strate: string }
  avertissements: {
    source_id: number
    releve_id: number
    genre: string
    /** Name of the field; '' for the act as a whole. */
    champ: string
    /** Accepted for the source by « c'est bien ainsi ». */
    valeur: string
    detail: NullableJson<Record<string, unknown>>
  }
  avertissements_admis: {
    source_id: number
    genre: string
    champ: string
    valeur: string
    user_id: number | null
    created_at: Instant
  }
  /** Up to which line of `releve_versions` the warnings of a source were found, and when. */
  avertissements_lus: { source_id: number; calcules_at: Instant; version_max: number }
  fils: {
    id: Generated<number>
    source_id: number
    releve_id: number
    /** null: of the act as a whole. */
    champ: string | null
    nature: 'fil' | 'proposition'
    version: number
    proposition: NullableJson<Record<string, { avant: Reading; apres: Reading }>>
    decision: 'appliquee' | 'refusee' | null
    user_id: number | null
    created_at: Instant
    resolu_at: Instant | null
    resolu_par: number | null
  }
  fil_messages: {
    id: Generated<number>
    source_id: number
    fil_id: number
    user_id: number | null
    texte: string
    /** Ids of the members it names. */
    mentions: NullableJson<number[]>
    created_at: Instant
  }
  corrections: {
    id: Generated<number>
    source_id: number
    releve_id: number
    /** The version that the correction made. */
    version: number
    champ: string
    avant: JSONColumnType<Reading>
    apres: JSONColumnType<Reading>
    poids: Weight
    motif: string | null
    /** This person corrected; null: the account is gone. */
    user_id: number | null
    /** The act was this person’s; null: the account is gone. */
    pour_id: number | null
    created_at: Instant
    lue_at: Instant | null
  }
  /** How often others opened acts of a person, by month (`2026-11`). */
  ouvertures: { user_id: number; mois: string; nombre: number }
  /** An act that a second person types blind; `data` is null until then. */
  secondes_saisies: {
    id: Generated<number>
    source_id: number
    releve_id: number
    user_id: number | null
    tiree_at: Instant
    data: NullableJson<Record<string, unknown>>
    etats: NullableJson<Record<string, string>>
    created_at: Instant | null
    arbitre_at: Instant | null
    /** Whose reading was kept, by field. */
    arbitrage: NullableJson<Record<string, Kept>>
    arbitre_par: number | null
    /** The version of the act that was compared with `data`, and by field whether both say the same. */
    version: number | null
    accords: NullableJson<Record<string, boolean>>
    /** On somebody's screen until then: others are given another act. */
    prise_par: number | null
    prise_jusqua: Instant | null
    /** Nobody has to type it any more, for this reason. */
    dispense_at: Instant | null
    dispense_motif: string | null
    dispense_par: number | null
  }
}
