import type { ReleveData } from '../db/schema.ts'
import { storedValue } from './index.ts'

/** Titles and links name a record by its names, or by its number where it has none. */
export function releveTitle(releve: { id: number; data: ReleveData }): string {
  const names = ['nom', 'prenom'].map((nom) => storedValue(releve.data, nom)).filter((name) => typeof name === 'string')
  return names.length > 0 ? names.join(' ') : `Relevé n°\u00a0${releve.id}`
}
