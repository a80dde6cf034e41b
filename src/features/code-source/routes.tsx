import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileBody } from '../../web/download.ts'
import { type Deps, router } from '../../web/env.ts'
import { page } from '../../web/render.tsx'
import { CodeSourcePage } from './views.tsx'

/** The code that runs here, for everybody who uses it over the network: AGPL, section 13. */
export const codeSourceRoutes = router()

/** Made by bin/source.ts, or carried by the release. */
const archiveOf = ({ assetsFolder }: Deps): string => join(assetsFolder, '..', 'source.tar.gz')
const licenceOf = ({ assetsFolder }: Deps): string => join(assetsFolder, '..', '..', 'LICENSE')
const archiveName = ({ version }: Deps): string => `releves-${version}-source.tar.gz`

codeSourceRoutes.get('/code-source', (c) => {
  const { deps } = c.var
  const archive = existsSync(archiveOf(deps)) ? archiveName(deps) : null
  return page(c, 'Code source', <CodeSourcePage version={deps.version} archive={archive} />)
})

codeSourceRoutes.get('/code-source/licence', (c) => c.text(readFileSync(licenceOf(c.var.deps), 'utf8')))

codeSourceRoutes.get('/code-source/:fichier', (c) => {
  const { deps } = c.var
  const path = archiveOf(deps)
  const found = statSync(path, { throwIfNoEntry: false })
  if (c.req.param('fichier') !== archiveName(deps) || !found) return c.notFound()
  return c.body(fileBody(path), 200, {
    'Content-Type': 'application/gzip',
    'Content-Length': String(found.size),
    'Content-Disposition': `attachment; filename="${archiveName(deps)}"`,
    // The ETag middleware would read the whole file into memory for its digest; a tag that is there already it leaves.
    ETag: `W/"${found.size}-${Math.trunc(found.mtimeMs)}"`,
  })
})
