import type { Champ } from '../../../../champs/kind.ts'
import { sortKey } from '../../../../lib/text.ts'
import { quoted } from '../../../../lib/typo.ts'
import { LETTER_NAMES } from '../../formats/format.ts'
import { classKey, communeKey, type ForeignAct, textOf } from '../../rules/act.ts'
import { mappingFor } from '../../rules/cells.ts'
import type { Plan } from '../../rules/plan.ts'

export type Routed = { cible: number } | { refused: string }

const NEW =
  'Importez ce fichier par la page «\u00a0Imports\u00a0», puis «\u00a0Importer des fichiers d’actes\u00a0»\u00a0: chaque acte y trouve sa source.'

/** « 35288 » and « Saint-Malo » are one commune for a source that lies there. */
export interface Seat {
  nom: string
  code: string | null
}

function isThere(act: ForeignAct, seat: Seat | undefined): boolean {
  if (!seat) return true
  const code = textOf(act, 'code_insee')
  if (code !== '' && seat.code !== null && seat.code !== '') return code === seat.code
  return sortKey(textOf(act, 'commune')) === sortKey(seat.nom)
}

/** Decides which source of the plan an act goes to, or why it goes to none. */
export class Router {
  readonly #plan: Plan
  readonly #types: Map<string, number | null>
  readonly #sources: Map<string, number>
  readonly #letter: string | undefined
  readonly #seat: Seat | undefined

  /** `one`: the fields and the place of the one source that everything goes to. */
  constructor(plan: Plan, one?: { champs: readonly Champ[]; seat: Seat | undefined }) {
    this.#plan = plan
    this.#types = new Map(plan.classes.map(({ cle, type_source_id }) => [cle, type_source_id]))
    this.#sources = new Map(
      plan.sources.map(({ commune, type_source_id }, index) => [`${commune}|${type_source_id}`, index]),
    )
    this.#letter = one && mappingFor('N', one.champs).lettre
    this.#seat = one?.seat
  }

  route(act: ForeignAct): Routed {
    const { cible } = this.#plan
    if (cible) return cible.strict ? this.#strict(act) : { cible: 0 }
    const type = this.#types.get(classKey(act)) ?? null
    const found = type === null ? undefined : this.#sources.get(`${communeKey(act)}|${type}`)
    if (found !== undefined) return { cible: found }
    return { refused: `Cet acte (${LETTER_NAMES[act.lettre]}) est laissé de côté, comme vous l’avez choisi.` }
  }

  #strict(act: ForeignAct): Routed {
    const name = LETTER_NAMES[act.lettre]
    const commune = textOf(act, 'commune')
    if (act.lettre !== this.#letter) return { refused: `Cet acte est d’un autre type (${name}) que la source. ${NEW}` }
    if (!isThere(act, this.#seat))
      return { refused: `Cet acte est d’une autre commune (${quoted(commune)}) que la source. ${NEW}` }
    return { cible: 0 }
  }
}
