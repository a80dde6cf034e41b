import type { Showing, Vue } from '../queries/views.ts'
import { pictureOf } from './pictures.ts'

/** Shares of the height of a view above and below the ruler that an act is read in. */
const AROUND = 0.12

/** A strip of a view, as shares of its height. */
export interface Strip {
  top: number
  height: number
}

/** Around the ruler, as high at the edges of the view as in its midst. */
export function stripOf(repere: number): Strip {
  const top = Math.max(0, Math.min(1 - 2 * AROUND, repere - AROUND))
  return { top: Number(top.toFixed(4)), height: 2 * AROUND }
}

/**
 * The picture of an act: a strip that a IIIF server cuts out, or the whole view, of which the page shows the strip where it knows how high
 * the view is. undefined where none may be shown.
 */
export function cutOf(sourceId: number, vue: Vue, repere: number | null, showing: Showing) {
  const whole = pictureOf(sourceId, vue, 'lisible', showing)
  if (whole === null) return undefined
  const strip = repere === null ? undefined : stripOf(repere)
  if (strip === undefined) return { src: whole }
  if (vue.image === null) {
    const region = `pct:0,${percent(strip.top)},100,${percent(strip.height)}`
    return { src: whole.replace('/full/', `/${region}/`) }
  }
  const { largeur, hauteur } = vue
  return largeur === null || hauteur === null ? { src: whole } : { src: whole, strip, largeur, hauteur }
}

const percent = (share: number): number => Number((100 * share).toFixed(2))
