import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { AccessSchema, AccountColumns } from './schema-acces.ts'
import type { AlertSchema } from './schema-alertes.ts'
import type { CoverageSchema, Lacune, Span } from './schema-couverture.ts'
import type { LieuxSchema } from './schema-lieux.ts'
import type { NotificationSchema } from './schema-notifications.ts'
import type { ActKind, PersonPart, PersonsSchema } from './schema-persons.ts'
import type { Relecture, RevueSchema } from './schema-revue.ts'
import type { EntrySchema } from './schema-saisie.ts'
import type { SearchSchema } from './schema-search.ts'
import type { SectionsSchema } from './schema-sections.ts'
import type { SourcesSchema } from './schema-sources.ts'
import type { StatisticsSchema } from './schema-statistiques.ts'
import type { Diffusion } from './schema-vues.ts'
import type { WorkSchema } from './schema-work.ts'

/** Identifiers of decisions.md; labels sit with the rules that use them. */
export const USER_ROLES = ['admin', 'gestionnaire', 'membre'] as const
export type UserRole = (typeof USER_ROLES)[number]

/** Nobody who left or died logs in; the name stays on the records. */
export type Depart = 'parti' | 'decede'

export const SOURCE_STATUSES = ['a_relever', 'en_cours', 'a_valider', 'validee', 'rejetee'] as const
export type SourceStatus = (typeof SOURCE_STATUSES)[number]

export const FIELD_TYPES = ['text', 'textarea', 'number', 'date', 'boolean', 'select', 'place'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** A state stands beside a value when the register is not clear; `sur` is never stored. */
export const FIELD_STATES = ['sur', 'douteux', 'illisible', 'absent'] as const
export type FieldState = (typeof FIELD_STATES)[number]

/** A policy says what the next record's field holds after a save. */
export const FIELD_POLICIES = ['vide', 'repris', 'incremente', 'defaut'] as const
export type FieldPolicy = (typeof FIELD_POLICIES)[number]

/** Values of a record, keyed by the names of the fields of its source's type. */
export type ReleveData = Record<string, unknown>
/** Other readings that a reviewer kept beside a value, by name of the field. */
export type ReleveLectures = Record<string, string[]>
export type ReleveEtats = Record<string, Exclude<FieldState, 'sur'>>

/** An instant, ISO 8601 in UTC with milliseconds, the same text on both engines. */
type Instant = string
type Flag = ColumnType<boolean, boolean | undefined, boolean>

export interface Schema
  extends AccessSchema,
    AlertSchema,
    CoverageSchema,
    EntrySchema,
    LieuxSchema,
    NotificationSchema,
    PersonsSchema,
    RevueSchema,
    SearchSchema,
    SectionsSchema,
    SourcesSchema,
    StatisticsSchema,
    WorkSchema {
  users: AccountColumns & {
    id: Generated<number>
    name: string
    name_key: string
    email: string
    email_key: string
    password_hash: string
    must_change_password: Flag
    role: UserRole
    is_active: Flag
    /** Single keys work on the page where acts are read over. */
    touches_revue: Flag
    contributeur_nomme: Flag
    email_verified_at: Instant | null
    /** A temporary password opens nothing after that; null for any other. */
    temporaire_jusque: Generated<Instant | null>
    /** The last day of a pause, ISO: until then nobody writes to the person. */
    pause_jusque: Generated<string | null>
    /** Why the account is closed, where the person left the association or died. */
    depart: Generated<Depart | null>
    /** When the person had the account deleted: nothing of them is in it any more. */
    supprime_at: Generated<Instant | null>
    /** The person asked for the account then, and nobody has accepted it yet: it is closed. */
    demande_at: Generated<Instant | null>
    /** The import that created it, if one did; what an undo looks for. */
    import_id: Generated<number | null>
    note: Generated<string | null>
    version: Generated<number>
    created_at: Instant
    updated_at: Instant
  }
  depots: {
    id: Generated<number>
    nom: string
    nom_key: string
    sigle: string | null
    adresse: string | null
    ville: string | null
    site_web: string | null
    note: string | null
    /** One host a line, `host` or `host:port`, whose pictures are shown and which the server may fetch from. */
    hotes_images: string | null
    /** Stand under each picture. */
    credit: string | null
    licence: string | null
    diffusion: Generated<Diffusion>
    /** Its links are looked at now and then. */
    verifie_liens: Flag
    version: Generated<number>
  }
  types_lieux: {
    id: Generated<number>
    nom: string
    nom_key: string
    ordre: number
    dans_nom_long: Flag
    version: Generated<number>
  }
  lieux: {
    id: Generated<number>
    nom: string
    nom_tri: string
    code: string | null
    type_id: number | null
    lieu_parent_id: number | null
    latitude: number | null
    longitude: number | null
    note: string | null
    nom_long: string
    chemin: string
    /** Folded words of nom_long between blanks, « St » as « Saint »; kept by the cascade of features/lieux. */
    recherche: Generated<string>
    /** The import that created it, if one did; what an undo looks for. */
    import_id: Generated<number | null>
    version: Generated<number>
    created_at: Instant
    updated_at: Instant
  }
  types_sources: {
    id: Generated<number>
    nom: string
    nom_key: string
    description: string | null
    acte: Generated<ActKind>
    version: Generated<number>
  }
  champs: {
    id: Generated<number>
    type_source_id: number
    nom: string
    label: string
    type: FieldType
    required: Flag
    options: JSONColumnType<string[]>
    /** Options that were taken out of the list while records held them, or had held them. */
    anciennes: ColumnType<string[], string | undefined, string>
    aide: string | null
    ordre: number
    politique: ColumnType<FieldPolicy, FieldPolicy | undefined, FieldPolicy>
    majuscules: Flag
    completion: Flag
    groupe_id: Generated<number | null>
    partie: Generated<PersonPart | null>
    version: Generated<number>
  }
  sources: {
    id: Generated<number>
    titre: string
    titre_tri: string
    type_source_id: number
    lieu_id: number | null
    section_id: number | null
    depot_id: number | null
    cote: string | null
    url: string | null
    note: string | null
    annee_debut: number | null
    annee_fin: number | null
    /** Years that it has, where these are not all from the first to the last; null: they are. */
    annees: ColumnType<Span[] | null, string | null | undefined, string | null>
    /** Years that it lacks and should have. */
    lacunes: ColumnType<Lacune[] | null, string | null | undefined, string | null>
    status: SourceStatus
    nb_releves: Generated<number>
    /** Since when it is on its way out of the tables, or back: nobody writes a record in it. */
    retrait_at: Generated<string | null>
    /** Values by name of the field, with which fields of the policy « defaut » start. */
    defauts: ColumnType<ReleveData, string | undefined, string>
    /** Records up to this id are counted in `source_champs`; null: all are. */
    champs_jusque: ColumnType<number | null, number | null | undefined, number | null>
    /** Words of section and places that its index entries are written with, a blank before each: src/search/within.ts. */
    mots_ecrits: Generated<string>
    /** Those that all its entries in the index have. */
    mots_surs: Generated<string>
    /** How its acts are read over before the decision. */
    relecture: Generated<Relecture>
    /** An act is not approved by the person who corrected it. */
    quatre_yeux: Flag
    /** Since when it is offered to others: whoever had it gave it back, or gave no news. */
    a_reprendre_at: Generated<string | null>
    /** Share of the acts that a second person types, in per cent, 0: none; and the seed of their draw. */
    double_saisie: Generated<number>
    double_graine: Generated<string | null>
    version: Generated<number>
    created_by: number | null
    created_at: Instant
    updated_at: Instant
  }
  releves: {
    id: Generated<number>
    source_id: number
    data: JSONColumnType<ReleveData>
    etats: JSONColumnType<ReleveEtats>
    nom: ColumnType<string | null, never, never>
    prenom: ColumnType<string | null, never, never>
    date_evenement: ColumnType<string | null, never, never>
    /** Share of the height of its view, 0 to 1, at which the ruler stood; null where it was not moved. */
    repere: ColumnType<number | null, number | null | undefined, number | null>
    /** Other readings of its fields, by name of the field; null: none. */
    lectures: ColumnType<ReleveLectures | null, string | null | undefined, string | null>
    /** The import that created it, if one did; what an undo looks for. */
    import_id: Generated<number | null>
    version: Generated<number>
    created_by: number | null
    updated_by: number | null
    created_at: Instant
    updated_at: Instant
  }
  releve_versions: {
    id: Generated<number>
    releve_id: number
    source_id: number
    version: number
    operation: 'creation' | 'modification' | 'suppression' | 'restauration' | 'deplacement'
    data: JSONColumnType<ReleveData>
    etats: JSONColumnType<ReleveEtats>
    lectures: ColumnType<ReleveLectures | null, string | null | undefined, string | null>
    /** Where the ruler stood when the act was deleted; null for every other version. */
    repere: number | null
    user_id: number | null
    created_at: Instant
  }
}
export type Db = Kysely<Schema>
/** Named where the work has to be whole or not at all: a plain `Db` may be either. */
export type Trx = Transaction<Schema>
/** Migrations and dialects take this one: they run before or beside the schema above. */
// biome-ignore lint/suspicious/noExplicitAny: a migration sees tables that today's Schema may no longer have.
export type AnyDb = Kysely<any>
