import type { Db } from '../../../db/schema.ts'
import { sortKey } from '../../../lib/text.ts'
import { quotedStart } from '../../../lib/typo.ts'
import { ofOwner } from '../actions.ts'
import type { Owner } from '../form.ts'
import type { Reader } from '../queries.ts'
import { FULL, MAX_LINES } from '../rules/line.ts'
import type { LineOfFile } from './rules/line.ts'

interface Known {
  id: number
  texte: string
}

/** A line of a file comes to this on the site as it stands; `known`: the line that has its abbreviation already. */
export type Decision = { line: LineOfFile } & ({ refusal: string } | { owner: Owner; known: Known | undefined })

const noSection = (nom: string): string =>
  `Vous ne gérez aucune section du nom de ${quotedStart(nom)}\u00a0: laissez la case vide pour une abréviation à vous.`

function ownerNamed({ user, sections }: Reader, nom: string): Owner | undefined {
  if (nom === '') return { user_id: user.id, section_id: null }
  const section = sections.find((one) => one.manages && sortKey(one.nom) === sortKey(nom))
  return section && { user_id: null, section_id: section.id }
}

/** Lists as they are, and as the lines of the file would make them. */
export class Lists {
  readonly #lists = new Map<string, Map<string, Known>>()
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async #of(owner: Owner): Promise<Map<string, Known>> {
    const key = JSON.stringify([owner.user_id, owner.section_id])
    const known = this.#lists.get(key)
    if (known) return known
    const rows = await ofOwner(this.#db, owner).select(['id', 'abreviation', 'texte']).execute()
    const list = new Map(rows.map(({ abreviation, ...row }) => [abreviation, row]))
    this.#lists.set(key, list)
    return list
  }

  /** Decides on a line, and counts it where it would be a new one. */
  async decide(reader: Reader, line: LineOfFile): Promise<Decision> {
    const { abreviation, texte, section } = line.row
    const owner = ownerNamed(reader, section)
    if (!owner) return { line, refusal: noSection(section) }
    const list = await this.#of(owner)
    const known = list.get(abreviation)
    if (!known && list.size >= MAX_LINES) return { line, refusal: FULL }
    if (!known) list.set(abreviation, { id: 0, texte })
    return { line, owner, known }
  }
}
