export const BATCH = 500

/** Rows in the order of their ids, in batches. */
export async function* byId<R extends { id: number }>(
  read: (after: number) => Promise<R[]>,
): AsyncGenerator<R[], void> {
  for (let after = 0; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}
