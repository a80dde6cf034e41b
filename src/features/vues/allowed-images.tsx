import type { Context } from 'hono'
import type { AppEnv } from '../../web/env.ts'
import { allowImages } from '../../web/security.ts'
import type { Showing } from './queries/views.ts'
import { hostsOf } from './rules/pictures.ts'

/** A page that shows views of a source calls this before `page`: it may then show pictures of the hosts of that source's repository. */
export function allowPictures(c: Context<AppEnv>, { diffusion, hotes_images }: Showing): void {
  allowImages(c, diffusion === 'lien' ? [] : hostsOf(hotes_images))
}
