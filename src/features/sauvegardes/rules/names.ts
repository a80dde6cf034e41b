/** Why a backup was made. */
export const ORIGINS = {
  manuelle: 'À la demande',
  quotidienne: 'Chaque nuit',
  'mise-a-jour': 'Avant une mise à jour',
  restauration: 'Avant une restauration',
} as const

export type Origin = keyof typeof ORIGINS

export const isOrigin = (text: string): text is Origin => Object.hasOwn(ORIGINS, text)

const NAME = /^releves-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-([a-z-]+)\.tar$/

/** « releves-20261121-031500-quotidienne.tar », on the clock of UTC. */
export function backupName(at: Date, origine: Origin): string {
  const [day = '', time = ''] = at.toISOString().split('T')
  return `releves-${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${origine}.tar`
}

/** Reads the instant and the origin in the name of a backup; undefined for a file that is none. */
export function readName(name: string): { at: string; origine: Origin } | undefined {
  const [, year, month, day, hour, minute, second, origine = ''] = NAME.exec(name) ?? []
  const at = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  // « 2026-02-31 » is read as a day of March: no name that we gave.
  const isOurs = isOrigin(origine) && !Number.isNaN(Date.parse(at)) && new Date(at).toISOString() === at
  return isOurs ? { at, origine } : undefined
}
