import { formatSize } from '../../../lib/text.ts'

export const GB = 1_000_000_000

/** So much stays free for the database and for backups, whatever the settings allow. */
export const RESERVE_BYTES = 500_000_000

/** Room for photos: what is taken, and what an administrator allowed. */
export interface Quota {
  site: { octets: number; most: number }
  source: { octets: number; most: number }
  /** Free bytes of the disk. */
  free: number
}

/** Why so many bytes more are not taken; undefined where there is room. */
export function refusedRoom({ site, source, free }: Quota, bytes: number): string | undefined {
  if (source.octets + bytes > source.most)
    return `Les photos de cette source prennent déjà ${formatSize(source.octets)}, et une source peut en avoir ${formatSize(source.most)}\u00a0: celles-ci n’ont pas été ajoutées. Un administrateur peut permettre davantage dans les paramètres.`
  if (site.octets + bytes > site.most)
    return `Les photos du site prennent déjà ${formatSize(site.octets)} sur ${formatSize(site.most)}\u00a0: celles-ci n’ont pas été ajoutées. Un administrateur peut permettre davantage dans les paramètres.`
  if (free - bytes < RESERVE_BYTES)
    return `Il ne reste que ${formatSize(free)} sur le disque du serveur\u00a0: ces photos n’ont pas été ajoutées. Prévenez un administrateur.`
  return undefined
}

/** Bytes of photos that a source may still be given. */
export const roomLeft = ({ site, source, free }: Quota): number =>
  Math.max(0, Math.min(source.most - source.octets, site.most - site.octets, free - RESERVE_BYTES))
