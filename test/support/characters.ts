import type { Factories } from './factories.ts'

export const PASSWORD = 'une longue phrase de passe'

/** The people of every test: two sections, an admin, a manager, members here and elsewhere, one who left. */
export async function makeCharacters(make: Factories) {
  const saintMalo = await make.section({ nom: 'Section de Saint-Malo' })
  const vannes = await make.section({ nom: 'Section de Vannes' })
  const admin = await make.user({ name: 'admin', role: 'admin' })
  const rene = await make.user({ name: 'rene', role: 'gestionnaire' })
  const marie = await make.user({ name: 'marie', role: 'membre' })
  const etienne = await make.user({ name: 'etienne', role: 'membre' })
  const inactif = await make.user({ name: 'inactif', role: 'membre', is_active: false })
  await make.membre(saintMalo, rene, 'gestion')
  await make.membre(saintMalo, marie)
  await make.membre(vannes, etienne)
  await make.membre(saintMalo, inactif)
  return { saintMalo, vannes, admin, rene, marie, etienne, inactif }
}

export type People = Awaited<ReturnType<typeof makeCharacters>>
