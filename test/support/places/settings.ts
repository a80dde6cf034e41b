import type { Elsewhere } from '../../../src/lib/elsewhere.ts'

export const PHRASE = 'une phrase secrète, longue et à nous'

/** Settings of a place elsewhere, complete but for what a test says. */
export const placeOf = (some: Partial<Elsewhere> & Pick<Elsewhere, 'sorte' | 'adresse'>): Elsewhere => ({
  ...{ port: 0, dossier: '', identifiant: 'asso', secret: 'mot de passe du stockage', cle_privee: '', cle_hote: '' },
  ...{ region: '', seau: '', par_chemin: true, phrase: PHRASE, chaque_nuit: true, marque: '' },
  ...some,
})
