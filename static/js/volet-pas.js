// How far below an act of the register the next one begins, learnt from those that were saved: a share of the height of the view.

/** So many distances count, and none that is longer: it is no step from one act to the next. */
const MOST = 5
const LONGEST = 0.6

export class Step {
  constructor() {
    this.distances = []
    this.last = null
  }

  /** An act of view `n` was saved that stood at this height. */
  learn(n, y) {
    const distance = this.last && this.last.n === n ? y - this.last.y : 0
    if (distance > 0 && distance < LONGEST) this.distances = [distance].concat(this.distances).slice(0, MOST)
    this.last = { n, y }
  }

  /** The median, which one act of another size does not move; 0: nothing is known yet. */
  get length() {
    const sorted = this.distances.slice().sort((a, b) => a - b)
    return sorted[sorted.length >> 1] || 0
  }
}
