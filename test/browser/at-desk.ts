// The beginning of a file about the desk alone, whose scripts do the same in every browser.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launch } from '../support/browsers.ts'
import { type Site, startSite } from '../support/site.ts'
import { openDesk } from './desk.ts'
import { names } from './driven.ts'
import { type Landmarks, landmarksOf } from './site-map.ts'

/** The demo site and the oldest browser, from before the first test of the file to after its last. */
export function deskOfFile(prepare?: (site: Site, landmarks: Landmarks) => Promise<unknown>) {
  const at = {
    open: () => openDesk(at.browser, at.site, at.source),
  } as { site: Site; browser: Browser; source: number; open(): ReturnType<typeof openDesk> }
  beforeAll(async () => {
    at.site = await startSite()
    at.browser = await launch(names[0])
    const landmarks = await landmarksOf(at.site)
    at.source = landmarks.source
    await prepare?.(at.site, landmarks)
  })
  afterAll(async () => {
    await at.browser?.close()
    await at.site?.close()
  })
  return at
}
