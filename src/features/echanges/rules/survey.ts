import { compareText, sortKey } from '../../../lib/text.ts'
import { classKey, communeKey, coteOf, type ForeignAct, textOf, yearOf } from './act.ts'
import type { NumberedLine } from './act-file.ts'
import { type ActClass, addTo, type Commune, type Part, type Plan } from './plan.ts'

const PERIODS: Record<string, string> = {
  'N:paroisse': 'Baptêmes et naissances jusqu’en 1792',
  'N:mairie': 'Naissances depuis 1793',
  'M:paroisse': 'Mariages jusqu’en 1792',
  'M:mairie': 'Mariages depuis 1793',
  'D:paroisse': 'Sépultures et décès jusqu’en 1792',
  'D:mairie': 'Décès depuis 1793',
}

const deedLabel = (act: ForeignAct): string =>
  [textOf(act, 'libelle') || 'Acte divers sans libellé', textOf(act, 'sigle')].filter((part) => part !== '').join(' · ')

const communeOf = (cle: string, act: ForeignAct): Commune => ({
  ...{ cle, nom: textOf(act, 'commune'), code_insee: textOf(act, 'code_insee') },
  ...{ departement: textOf(act, 'departement'), code_departement: textOf(act, 'code_departement') },
  ...{ actes: 0, lieu_id: null, creer: false, parent_id: null },
})

const classOf = (cle: string, act: ForeignAct): ActClass => ({
  ...{ cle, lettre: act.lettre, libelle: act.lettre === 'V' ? deedLabel(act) : (PERIODS[cle] ?? cle) },
  ...{ actes: 0, debut: null, fin: null, type_source_id: null },
})

function heapOf<T>(heaps: Map<string, T>, key: string, make: () => T): T {
  const known = heaps.get(key)
  if (known !== undefined) return known
  const made = make()
  heaps.set(key, made)
  return made
}

const partKey = ({ commune, classe }: Pick<Part, 'commune' | 'classe'>): string => `${commune}#${classe}`

/** Finds out what files hold: communes, kinds of act, years, as many as there are. */
export class Survey {
  readonly #communes = new Map<string, Commune>()
  readonly #classes = new Map<string, ActClass>()
  readonly #parts = new Map<string, Part>()
  #autres = 0
  #illisibles = 0
  /** The reason of the first line that could not be read. */
  firstRefusal: string | undefined

  /** How many things there are to be decided on: each commune by itself, each kind of act. */
  get choices(): number {
    return this.#communes.size + this.#classes.size
  }

  add(line: NumberedLine): void {
    if ('act' in line) this.#addAct(line.act)
    else if ('refused' in line) {
      this.#illisibles += 1
      this.firstRefusal ??= line.refused
    } else this.#autres += 1
  }

  #addAct(act: ForeignAct): void {
    const [commune, classe, year] = [communeKey(act), classKey(act), yearOf(act)]
    const one = { actes: 1, debut: year, fin: year }
    heapOf(this.#communes, commune, () => communeOf(commune, act)).actes += 1
    addTo(
      heapOf(this.#classes, classe, () => classOf(classe, act)),
      one,
    )
    this.#addPart({ commune, classe, cote: coteOf(act), ...one })
  }

  #addPart(part: Part): void {
    const known = this.#parts.get(partKey(part))
    if (!known) this.#parts.set(partKey(part), { ...part })
    else {
      addTo(known, part)
      if (known.cote !== part.cote) known.cote = null
    }
  }

  /** Counts what another file holds as well. */
  merge(other: Survey): void {
    for (const commune of other.#communes.values())
      heapOf(this.#communes, commune.cle, () => ({ ...commune, actes: 0 })).actes += commune.actes
    for (const one of other.#classes.values())
      addTo(
        heapOf(this.#classes, one.cle, () => ({ ...one, actes: 0 })),
        one,
      )
    for (const part of other.#parts.values()) this.#addPart(part)
    this.#autres += other.#autres
    this.#illisibles += other.#illisibles
  }

  /** All that was found, as it is told: communes by name, kinds of act as Nimègue has them. */
  found(): Pick<Plan, 'communes' | 'classes' | 'parts' | 'autres' | 'illisibles'> {
    const order = ({ lettre, cle }: ActClass) => `${'NMDV'.indexOf(lettre)}${cle.endsWith('paroisse') ? 0 : 1}${cle}`
    return {
      communes: [...this.#communes.values()].sort((a, b) => compareText(sortKey(a.nom), sortKey(b.nom))),
      classes: [...this.#classes.values()].sort((a, b) => compareText(order(a), order(b))),
      parts: [...this.#parts.values()],
      autres: this.#autres,
      illisibles: this.#illisibles,
    }
  }
}
