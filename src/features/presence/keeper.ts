import { serverName } from './servers-queries.ts'

/** One of the servers that share no folder keeps the backups, so that the copy elsewhere finds the newest: its name, by folder. */
const keepers = new Map<string, string>()

/** Says which servers serve; the first by its name keeps the backups. */
export function chooseKeeper(storage: string, names: readonly string[]): void {
  const [first] = [...names].sort()
  if (first === undefined) keepers.delete(storage)
  else keepers.set(storage, first)
}

/** Does this server keep the backups of the site? One that shares its folder, or is alone, does. */
export const isKeeper = (storage: string): boolean =>
  (keepers.get(storage) ?? serverName(storage)) === serverName(storage)

/** The machine that keeps them where it is not this one. */
export const otherKeeper = (storage: string): string | undefined =>
  isKeeper(storage) ? undefined : keepers.get(storage)?.split(' ')[0]
