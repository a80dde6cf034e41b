import type { Saved } from '../../../db/saving.ts'
import { keyedDigest } from '../../../lib/crypto.ts'
import type { Settings, SettingsStore } from '../../../web/env.ts'

/** Each form of the page saves one block whole. */
export const BLOCKS = {
  general: [
    'site_name',
    'registration_enabled',
    'inscriptions_approuvees',
    'contact_comptes',
    'journal_mois',
    'silence_jours',
    'contact_securite',
  ],
  smtp: ['smtp', 'pin_obligatoire'],
  connexion: ['facteur_exige', 'avis_appareils'],
  carte: ['tuiles_url', 'tuiles_mention'],
  photos: ['photos_site_go', 'photos_source_go'],
  donnees: [
    'responsable_donnees',
    'contact_donnees',
    'sous_traitants',
    'inutilise_avis_mois',
    'inutilise_fermeture_mois',
  ],
  accueil: ['accueil_public', 'accueil_texte', 'accueil_nombres', 'accueil_contact'],
} as const satisfies Record<string, readonly (keyof Settings)[]>

export type Block = keyof typeof BLOCKS

/** Identifies the state that a form was made from without showing it: a password is part of it. */
export const stateOf = (secret: string, settings: Settings, block: Block): string =>
  keyedDigest(secret, 'reglages', JSON.stringify(BLOCKS[block].map((key) => settings[key])))

const changedKeys = (before: Settings, change: Partial<Settings>): string[] =>
  Object.entries(change)
    .filter(([key, value]) => JSON.stringify(before[key as keyof Settings]) !== JSON.stringify(value))
    .map(([key]) => key)

const OVERTAKEN =
  'Un autre administrateur a changé ces réglages entre-temps. Ce qui est en vigueur est rappelé ci-dessous ; enregistrez de nouveau pour y mettre ce que vous avez tapé.'

/** The form was made from settings that are no longer in force. */
class Overtaken extends Error {
  readonly etat: string
  constructor(etat: string) {
    super('overtaken')
    this.etat = etat
  }
}

/**
 * Saves what a form holds unless somebody saved the same block meanwhile, and gives the names of the settings that changed.
 * `etat` '': the sender knows of no earlier state.
 */
export async function saveBlock(
  store: SettingsStore,
  secret: string,
  { block, etat, change }: { block: Block; etat: string; change: Partial<Settings> },
): Promise<Saved<string[]>> {
  let changed: string[] = []
  try {
    await store.save((now) => {
      const newer = stateOf(secret, now, block)
      if (etat !== '' && etat !== newer) throw new Overtaken(newer)
      changed = changedKeys(now, change)
      return change
    })
  } catch (error) {
    if (error instanceof Overtaken) return { ok: false, errors: { '': OVERTAKEN }, version: error.etat }
    throw error
  }
  return { ok: true, value: changed }
}
