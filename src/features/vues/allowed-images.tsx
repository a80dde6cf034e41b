import type { Context } from 'hono'
import type { AppEnv } from '../../web/env.ts'
import { remembered } from '../../web/remembered.ts'
import { allowImages } from '../../web/security.ts'
import { hostsAllowed, type Showing } from './queries/views.ts'
import { hostsOf } from './rules/pictures.ts'

/** A page that shows views of a source calls this before `page`: it may then show pictures of the hosts of that source's repository. */
export function allowPictures(c: Context<AppEnv>, { diffusion, hotes_images }: Showing): void {
  allowImages(c, diffusion === 'lien' ? [] : hostsOf(hotes_images))
}

/** A policy of more servers would be longer than what some proxies let through; who has more sees the others on the page of the act. */
const MOST_HOSTS = 60

/** A page that may come to show acts of any source calls this before `page`: the search, whose results change under one policy. */
export async function allowAllPictures(c: Context<AppEnv>): Promise<void> {
  const hosts = await remembered(c)('hostsAllowed', () => hostsAllowed(c.var.deps.db))
  if (hosts.length > 0) allowImages(c, hosts.slice(0, MOST_HOSTS))
}
