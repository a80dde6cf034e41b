import { type Remark, TROUBLES, type Trouble } from './placed.ts'

export interface TroubleCount {
  kind: Trouble
  n: number
  /** By field or column, the most frequent first. */
  labels: { label: string; n: number }[]
}

/** Counts what a format cannot carry, and keeps none of it. */
export class Tally {
  acts = 0
  readonly #counts = new Map<Trouble, Map<string, number>>()

  add(remarks: readonly Remark[]): void {
    this.acts += 1
    for (const { kind, label } of remarks) {
      const labels = this.#counts.get(kind) ?? new Map<string, number>()
      this.#counts.set(kind, labels)
      labels.set(label, (labels.get(label) ?? 0) + 1)
    }
  }

  troubles(): TroubleCount[] {
    return (Object.keys(TROUBLES) as Trouble[]).flatMap((kind) => {
      const labels = [...(this.#counts.get(kind) ?? [])].map(([label, n]) => ({ label, n })).sort((a, b) => b.n - a.n)
      return labels.length === 0 ? [] : [{ kind, n: labels.reduce((sum, one) => sum + one.n, 0), labels }]
    })
  }
}
