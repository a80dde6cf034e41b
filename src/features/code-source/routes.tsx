import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type Deps, router } from '../../web/env.ts'
import { page } from '../../web/render.tsx'
import { CodeSourcePage } from './views.tsx'

/** The code that runs here, for everybody who uses it over the network: AGPL, section 13. */
export const codeSourceRoutes = router()

/** Made by bin/source.ts, or carried by the release. */
const archiveOf = ({ assetsFolder }: Deps): string => join(assetsFolder, '..', 'source.tar.gz')
const licenceOf = ({ assetsFolder }: Deps): string => join(assetsFolder, '..', '..', 'LICENSE')
const nameOf = ({ version }: Deps): string => `releves-${version}-source.tar.gz`

codeSourceRoutes.get('/code-source', (c) => {
  const { deps } = c.var
  const archive = existsSync(archiveOf(deps)) ? nameOf(deps) : null
  return page(c, 'Code source', <CodeSourcePage version={deps.version} archive={archive} />)
})

codeSourceRoutes.get('/code-source/licence', (c) => c.text(readFileSync(licenceOf(c.var.deps), 'utf8')))

codeSourceRoutes.get('/code-source/:fichier', (c) => {
  const { deps } = c.var
  const path = archiveOf(deps)
  if (c.req.param('fichier') !== nameOf(deps) || !existsSync(path)) return c.notFound()
  c.header('Content-Type', 'application/gzip')
  c.header('Content-Length', String(statSync(path).size))
  c.header('Content-Disposition', `attachment; filename="${nameOf(deps)}"`)
  return c.body(Readable.toWeb(createReadStream(path)) as ReadableStream)
})
