/** A surname may begin with one of these: the word that follows belongs to it. */
const PARTICLES: ReadonlySet<string> = new Set('le la les de du des d l saint sainte st ste'.split(' '))

/** A folded word. */
export const isParticle = (word: string): boolean => PARTICLES.has(word)
