import type { Db } from '../../../db/schema.ts'
import { oldFiles } from '../queries.ts'
import { shelfOf } from '../rules/shelves.ts'

/** Takes files of a folder from the storage of all servers that nothing needs and that came before that instant. `folder`: below that of the site. */
export async function dropUnneeded(
  { db, storage }: { db: Db; storage: string },
  folder: string,
  needed: ReadonlySet<string>,
  before: Date,
): Promise<void> {
  const shelf = shelfOf(storage)
  if (!shelf) return
  const names = await oldFiles(db, folder, before.toISOString())
  await shelf.drop(names.filter((name) => !needed.has(name.slice(folder.length + 1))))
}
