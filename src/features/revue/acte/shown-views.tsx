import type { Child } from 'hono/jsx'
import type { ReleveField, ShownGroup } from '../../releves/rules/display.ts'
import type { SampleFigures } from '../sample-queries.ts'
import type { FieldFormProps } from './field-views.tsx'
import type { Turn } from './queries.ts'

/** Stands above every act of a source that is read over. */
export interface CockpitHead {
  source: { id: number; titre: string; nb_releves: number }
  figures: SampleFigures | undefined
  waiting: { avertissements: number; corrections: number }
  /** Acts that two persons read differently. */
  aArbitrer: number
  /** « Marie lit l’acte n° 34 », each a sentence. */
  others: readonly string[]
  /** Acts that neither a warning nor the sample asks for are read too. */
  wantsRest: boolean
  /** Every act of the source is read. */
  readsAll: boolean
  /** Single keys are on. */
  hasKeys: boolean
  /** Said of what was just done, or of what stood in its way. */
  notice: { text: string; isError: boolean } | undefined
}

/** An act that stands beside the one on the screen. */
export interface Beside {
  id: number
  title: string
  side: 'before' | 'after'
}

export interface ShownAct {
  id: number
  version: number
  title: string
  turn: Turn | undefined
  groups: readonly ShownGroup[]
  empty: readonly ReleveField[]
  /** Names of the fields that a warning is about. */
  warned: ReadonlySet<string>
  warnings: Child
  threads: Child
  picture: Child
  beside: readonly Beside[]
  /** Field that C corrects. */
  first: string | undefined
  /** The last word on it, as a sentence. */
  said: string | undefined
  /** A reviewer who corrected it may not approve it without saying why. */
  isOwnCorrection: boolean
  before: number | undefined
  field: FieldFormProps | undefined
  told: {
    raw: Record<string, string | string[]>
    errors: Record<string, string>
    open: 'question' | 'erreur' | undefined
  }
}
