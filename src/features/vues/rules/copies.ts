import type { Photo } from '../../../lib/images/photo.ts'
import type { CopySide } from './photo-files.ts'

const longest = ({ width, height }: Pick<Photo, 'width' | 'height'>): number => Math.max(width, height)

/** Sides are whole points: what is a little off was rounded. */
const ROUNDING = 1.01

/** Is it a smaller picture of the same shape? Turned or cut it would show another place of the register. */
export function isCopyOf(copy: Photo, of: Photo, side: CopySide): boolean {
  if (longest(copy) > side || longest(copy) > longest(of)) return false
  const share = longest(copy) / longest(of)
  return Math.abs(copy.width - of.width * share) <= ROUNDING && Math.abs(copy.height - of.height * share) <= ROUNDING
}
