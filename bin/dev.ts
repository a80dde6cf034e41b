// At each change bin/dev starts this again: the browser files where they are older than their sources, then the application.
import { spawnSync } from 'node:child_process'

spawnSync('sh', ['bin/build', 'assets'], { stdio: 'inherit' })
// In this very process: what a supervisor starts, tsx would not watch.
const { serve } = await import('../src/process/server.ts')
await serve({ command: ['npm run dev', ...process.argv.slice(2)].join(' -- ') })
