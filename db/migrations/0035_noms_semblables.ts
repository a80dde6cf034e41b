import type { AnyDb } from '../../src/db/schema.ts'

/** As src/lib/login-key.ts had them when this step was written. */
const LOOKALIKES = new Map(
  Object.entries({
    ...{
      а: 'a',
      в: 'b',
      е: 'e',
      һ: 'h',
      і: 'i',
      ј: 'j',
      к: 'k',
      м: 'm',
      н: 'h',
      о: 'o',
      р: 'p',
      с: 'c',
      ѕ: 's',
      т: 't',
    },
    ...{ у: 'y', ү: 'y', х: 'x', ԁ: 'd', ԛ: 'q', ԝ: 'w', ӏ: 'l' },
    ...{
      α: 'a',
      β: 'b',
      ε: 'e',
      ζ: 'z',
      η: 'h',
      ι: 'i',
      κ: 'k',
      μ: 'm',
      ν: 'v',
      ο: 'o',
      ρ: 'p',
      τ: 't',
      υ: 'y',
      χ: 'x',
    },
    ...{ ϲ: 'c', ϳ: 'j', ı: 'i', ɑ: 'a', ɡ: 'g' },
  }),
)

const keyOf = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase().normalize('NFD')]
    .map((sign) => LOOKALIKES.get(sign) ?? sign)
    .join('')
    .normalize('NFC')

/** Names that look alike become one, the oldest account first; whoever comes too late keeps the key of before, and comes in with it. */
export async function up(db: AnyDb): Promise<void> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'name_key'])
    .where('supprime_at', 'is', null)
    .orderBy('id')
    .execute()
  const taken = new Set(users.map(({ name_key }) => name_key))
  for (const { id, name, name_key: before } of users) {
    const name_key = keyOf(name)
    if (name_key === before || taken.has(name_key)) continue
    taken.delete(before)
    taken.add(name_key)
    await db.updateTable('users').set({ name_key }).where('id', '=', id).execute()
  }
}
