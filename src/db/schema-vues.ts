import type { ColumnType, Generated } from 'kysely'

type Flag = ColumnType<boolean, boolean | undefined, boolean>

/** To whom pictures of a repository may be shown: everybody, who is signed in and reads the source, nobody (a link to the archive alone). */
export const DIFFUSIONS = ['public', 'membres', 'lien'] as const
export type Diffusion = (typeof DIFFUSIONS)[number]

export const IMAGE_FORMATS = ['jpeg', 'png', 'webp'] as const
export type ImageFormat = (typeof IMAGE_FORMATS)[number]

export const RULE_STATES = ['preparee', 'appliquee', 'annulee'] as const
export type RuleState = (typeof RULE_STATES)[number]

/** A link that was looked at leads somewhere, leads nowhere, or nobody can tell. */
export const LINK_RESULTS = ['vit', 'mort', 'incertain'] as const
export type LinkResult = (typeof LINK_RESULTS)[number]

/** The views of sources, and what makes pictures of them (docs/decisions.md, section 9). */
export interface VuesSchema {
  depot_liens: {
    id: Generated<number>
    depot_id: number
    /** An address with `{ark}`, `{ark_vue}` and `{vue}` in it. */
    modele: string
    /** The days (ISO) since which and up to which the archive answered to it; null: since ever, still. */
    de: string | null
    a: string | null
  }
  images: {
    id: Generated<number>
    /** SHA-256 in hexadecimal: of the file as it is kept, and as it was sent. */
    sha256: string
    sha256_recu: string
    format: ImageFormat
    /** Bytes of the file and its copies. */
    octets: number
    /** Points, as one looks at it. */
    largeur: number
    hauteur: number
    /** Formats of the copies of 2000 and 320 points; null where nobody made one. */
    copie_2000: ImageFormat | null
    copie_320: ImageFormat | null
    /** SHA-256 of the copies; null where there is none, or where it came before its hash was kept. */
    sha256_2000: string | null
    sha256_320: string | null
    /** An instant, ISO 8601 in UTC with milliseconds. */
    created_at: string
  }
  source_vues: {
    source_id: number
    /** From 1; the file's own count, not the one written in the register (`source_registres.decalage`). */
    numero: number
    libelle: string | null
    /** The archive names the register so, and its view so, whatever address they stand under. */
    ark: string | null
    ark_vue: string | null
    /** The pattern that makes its address; null where `adresse` is the address, or there is none. */
    lien_id: number | null
    adresse: string | null
    iiif_base: string | null
    image_id: number | null
    largeur: number | null
    hauteur: number | null
  }
  source_registres: {
    source_id: number
    /** The number that the register gives a view, less the number of the view here. */
    decalage: Generated<number>
    /** The IIIF manifest that the views came from, and when it was read. */
    manifeste: string | null
    manifeste_lu_le: string | null
  }
  /** A deleted source keeps these as long as it may come back. */
  images_gardees: {
    suppression_id: number
    image_id: number
  }
  /** How addresses of a repository changed. */
  depot_regles: {
    id: Generated<number>
    depot_id: number
    /** Patterns with `{ark}`, `{naan}`, `{nom}`, `{ark_vue}` and `{vue}` in them. */
    ancien: string
    nouveau: string
    /** The new name of each register was typed by somebody (`depot_regle_registres`). */
    par_registre: Flag
    etat: RuleState
    user_id: number | null
    created_at: string
    appliquee_at: string | null
    appliquee_par: number | null
    annulee_at: string | null
    annulee_par: number | null
    /** The pattern that the views have since, and the one that they had before; null where no view has one. */
    lien_id: number | null
    avant_lien_id: number | null
    /** Tells whether views came or went since. */
    empreinte: string | null
    registres: number | null
    liens: number | null
  }
  depot_regle_registres: {
    regle_id: number
    ark: string
    nouvel_ark: string
  }
  /** Links that no pattern makes, before and after a rule; number 0 stands for the link of the source itself. */
  depot_regle_textes: {
    regle_id: number
    source_id: number
    numero: number
    ancienne: string
    nouvelle: string
  }
  depot_liens_verifies: {
    id: Generated<number>
    depot_id: number
    /** The Monday of its week, ISO. */
    semaine: string
    source_id: number
    lien_id: number | null
    adresse: string
    resultat: LinkResult
    reponse: string
    at: string
  }
}
