// A page remembers what was offered on it and what was typed in it: on a slow line the next letter narrows the answer to
// the letters before it, and no line at all still knows the names of the acts before.
import { begins, folded } from './fantome.js'

const MOST = 200
/** Others type too: what is older is shown at once, and asked for again. */
const FRESH_MS = 300_000
const answers = new Map()
const typedHere = new Map()

/** `isWhole`: no other value begins so. */
export function keep(kind, typed, values, isWhole) {
  if (answers.size >= MOST) answers.delete(answers.keys().next().value)
  answers.set(`${kind}\n${folded(typed)}`, { values, isWhole, at: Date.now() })
}

/** A value of the person's own; signs and lone letters are none. */
export function learn(kind, value) {
  if (!/[a-zà-ÿœ].*[a-zà-ÿœ]/i.test(value)) return
  const known = (typedHere.get(kind) || []).filter((other) => other !== value)
  typedHere.set(kind, [value, ...known].slice(0, MOST))
}

export function forget(value) {
  for (const answer of answers.values()) answer.values = answer.values.filter((other) => other !== value)
  for (const [kind, values] of typedHere)
    typedHere.set(
      kind,
      values.filter((other) => other !== value),
    )
}

/** Gives what is known to begin like what was typed; `isSure`: nobody needs to be asked. `first`: a value that comes before all others. */
export function recall(kind, typed, first = '') {
  const wanted = folded(typed)
  let found
  for (let end = wanted.length; end > 0 && !found; end -= 1) found = answers.get(`${kind}\n${wanted.slice(0, end)}`)
  const isSame = found && found === answers.get(`${kind}\n${wanted}`)
  const values = [first, ...(found?.values || []), ...(typedHere.get(kind) || [])]
  return {
    values: values.filter((value, i) => begins(value, typed) && value !== typed.trim() && values.indexOf(value) === i),
    isSure: Boolean(found && (isSame || found.isWhole) && Date.now() - found.at < FRESH_MS),
  }
}
