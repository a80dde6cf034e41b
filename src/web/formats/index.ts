import { csv } from './csv.ts'
import type { ExportFormat } from './format.ts'
import { xlsx } from './xlsx.ts'

/** The formats of every export, in the order of their links. */
export const FORMATS: readonly ExportFormat[] = [csv, xlsx]
