import type { Held } from '../../../../champs/held.ts'
import { champIdentity } from '../../../../champs/index.ts'
import type { Champ } from '../../../../champs/kind.ts'
import { lecturesOf } from '../../../../champs/lectures.ts'
import { etatOf, isWithoutValue } from '../../../../champs/states.ts'
import type { Db } from '../../../../db/schema.ts'
import { DigestCounts } from '../../../../lib/digests.ts'
import { streamReleves } from '../../queries/records.ts'

/** All that a record or a line says in the fields of its source. What a deleted field has left behind does not count. */
export function contentOf(champs: readonly Champ[], { data, etats, lectures }: Held): string {
  const said = champs.map((champ) => {
    const value = champIdentity(champ, data)
    const etat = etatOf(etats, champ.nom)
    // As in the form: what is empty is neither sure nor doubtful.
    const others = lectures ? lecturesOf(lectures, champ.nom) : []
    const said = value === undefined && !isWithoutValue(etat) ? 0 : [value, etat]
    // In whatever order they stand.
    return others.length > 0 ? [said, [...others].sort()] : said
  })
  return JSON.stringify(said)
}

/** The records that a source held when the dry run of an import began. A line that equals one of them takes it out. */
export class PresentReleves {
  readonly #champs: readonly Champ[]
  readonly #held = new DigestCounts()
  #count = 0

  constructor(champs: readonly Champ[]) {
    this.#champs = champs
  }

  /** Reads them, a part at a time: `rest` is where others have their turn. */
  async read(db: Db, sourceId: number, rest: () => Promise<void>): Promise<void> {
    const newest = await db
      .selectFrom('releves')
      .select((eb) => eb.fn.max<number | null>('id').as('id'))
      .executeTakeFirstOrThrow()
    for await (const releves of streamReleves(db, sourceId)) {
      for (const releve of releves) if (releve.id <= (newest.id ?? 0)) this.#add(releve)
      await rest()
    }
  }

  #add(releve: Held): void {
    this.#held.add(contentOf(this.#champs, releve))
    this.#count += 1
  }

  take(line: Held): boolean {
    if (this.#count === 0 || !this.#held.take(contentOf(this.#champs, line))) return false
    this.#count -= 1
    return true
  }
}
