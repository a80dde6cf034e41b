import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { EchangesSchema } from './schema-echanges.ts'
import type { FichiersSchema } from './schema-fichiers.ts'
import type { LotsSchema } from './schema-lots.ts'
import type { RemisesSchema } from './schema-remises.ts'
import type { SuppressionsSchema } from './schema-suppressions.ts'
import type { VuesSchema } from './schema-vues.ts'

/** An instant, ISO 8601 in UTC with milliseconds. */
type Instant = string

export type TacheEtat = 'attente' | 'en_cours' | 'faite' | 'garee'

export const IMPORT_ETATS = [
  'colonnes',
  'recu',
  'analyse',
  'pret',
  'en_cours',
  'termine',
  'abandonne',
  'annulation',
  'annule',
  'echec',
] as const
export type ImportEtat = (typeof IMPORT_ETATS)[number]
/** `attente`: read, its plan not made yet. `verifier`: it may be there already, and somebody says for the whole file what becomes of such lines. */
export type LigneAction = 'attente' | 'creer' | 'modifier' | 'inchangee' | 'refusee' | 'verifier'
export type Doublons = 'laisser' | 'ajouter' | 'douteux' | 'remplacer'
type JsonText = ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
export type ImportPhase = 'analyse' | 'application' | 'annulation'

/** Tables of work that goes on by itself: the job table, and the imports it carries. */
export interface WorkSchema
  extends LotsSchema,
    SuppressionsSchema,
    EchangesSchema,
    FichiersSchema,
    RemisesSchema,
    VuesSchema {
  taches: {
    id: Generated<number>
    kind: string
    payload: JSONColumnType<Record<string, unknown>>
    etat: ColumnType<TacheEtat, TacheEtat | undefined, TacheEtat>
    essais: Generated<number>
    /** The task is not begun before this instant. */
    pas_avant: Instant
    /** The lease of the process that works on it: afterwards another one takes the task up. */
    bail: Instant | null
    /** Percent, or null where the work does not tell. */
    progres: number | null
    erreur: string | null
    created_at: Instant
  }
  /** Each thing that comes round again was last begun then. */
  echeances: { nom: string; derniere: Instant }
  imports: {
    id: Generated<number>
    kind: string
    /** The lines belong to it, in kinds that have such a thing: the source of records. */
    cible_id: number | null
    user_id: number | null
    etat: ImportEtat
    nom_fichier: string
    /** Name in the folder of uploads; null once the file is no longer needed. */
    fichier: string | null
    taille: number
    /** SHA-256 of the file, in hexadecimal. */
    empreinte: string
    encodage: string
    /** Which sheet of a workbook is read, of which ones; null and none where the file is text. */
    feuille: ColumnType<string | null, string | null | undefined, string | null>
    feuilles: ColumnType<string[], string | undefined, string>
    /** The line with the names of the columns; null: it is looked for. */
    ligne_entete: ColumnType<number | null, number | null | undefined, number | null>
    colonnes_ignorees: Generated<string>
    erreur: string | null
    nb_lignes: Generated<number>
    /** The dry run counts these. */
    a_creer: Generated<number>
    a_modifier: Generated<number>
    inchangees: Generated<number>
    refusees: Generated<number>
    /** The application counts these. */
    creees: Generated<number>
    modifiees: Generated<number>
    /** The work under way counts bytes read, lines applied or taken back; `total` says how many there are. */
    avancement: Generated<number>
    total: Generated<number>
    /** The last line applied, in the order (rang, ligne); written in the transaction of its batch. */
    position_rang: Generated<number>
    position_ligne: Generated<number>
    /** The undo counts these. */
    retirees: Generated<number>
    restaurees: Generated<number>
    conservees: Generated<number>
    curseur: Generated<string>
    /** Where the columns of the file go, where its header is not ours or somebody chose (imports/rules/mapping.ts). */
    correspondance: JsonText
    /** Sentences of the dry run on the file as a whole, one a line. */
    remarques: Generated<string>
    a_verifier: Generated<number>
    doublons: ColumnType<Doublons | null, Doublons | null | undefined, Doublons | null>
    /** The work under way was begun then. */
    travail_at: ColumnType<Instant | null, Instant | null | undefined, Instant | null>
    /** How far the work was then. */
    travail_de: Generated<number>
    created_at: Instant
    fini_at: Instant | null
  }
  /** Names of places in the file that no place bears; `lignes`: so many lines of the last dry run named it in vain. */
  import_lieux: {
    import_id: number
    nom: string
    lignes: number
    /** A place was chosen, or the name goes to the notes. */
    choix: 'lieu' | 'notes' | null
    lieu_id: number | null
  }
  /** The columns of files of one make, as somebody last chose them in a section for a type. */
  import_correspondances: {
    id: Generated<number>
    section_id: number | null
    type_source_id: number
    /** Digest of the header. */
    entete: string
    correspondance: ColumnType<Record<string, unknown>, string, string>
    user_id: number | null
    updated_at: Instant
  }
  import_lignes: {
    import_id: number
    ligne: number
    action: LigneAction
    /** Lines of a rank name only lines of lower ones; null until planned. */
    rang: number | null
    /** Other lines may name this one by `cle`, and it names one by `renvoi`; null in kinds without such a thing. */
    cle: string | null
    renvoi: string | null
    contenu: ColumnType<Record<string, unknown> | null, string | null, string | null>
    avant: ColumnType<Record<string, unknown> | null, string | null, string | null>
  }
  import_messages: {
    id: Generated<number>
    import_id: number
    phase: ImportPhase
    ligne: number | null
    message: string
  }
}
