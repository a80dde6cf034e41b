// A IIIF server of our own on loopback: manifests by path, and whatever else a test has it say.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

const SIZE = { width: 4000, height: 3000 }

export const iiifCanvas = (base: string, n = 1, size = SIZE) => ({
  type: 'Canvas',
  label: { none: [`f° ${n}`] },
  ...size,
  items: [
    { items: [{ body: { id: `${base}/full/max/0/default.jpg`, service: [{ id: base, type: 'ImageService3' }] } }] },
  ],
})

export const thirdManifest = (bases: readonly string[], page?: string, size = SIZE) => ({
  '@context': 'http://iiif.io/api/presentation/3/context.json',
  type: 'Manifest',
  ...(page && { homepage: [{ id: page, type: 'Text' }] }),
  items: bases.map((base, i) => iiifCanvas(base, i + 1, size)),
})

export const secondManifest = (bases: readonly string[], page?: string, size = SIZE) => ({
  '@context': 'http://iiif.io/api/presentation/2/context.json',
  '@type': 'sc:Manifest',
  ...(page && { related: { '@id': page } }),
  sequences: [
    {
      canvases: bases.map((base, i) => ({
        label: `f° ${i + 1}`,
        ...size,
        images: [
          {
            resource: {
              '@id': `${base}/full/full/0/default.jpg`,
              service: { '@id': `${base}/`, profile: 'http://iiif.io/api/image/2/level1.json' },
            },
          },
        ],
      })),
    },
  ],
})

/** Says `host:port`, and what was asked for, until the test is over. */
export async function iiifServer(answer: RequestListener): Promise<{ host: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
