import './process/node-guard.ts'
import './process/outputs.ts'

// Loaded after the guard has passed: the drivers of the databases come with it.
const { serve } = await import('./process/server.ts')
await serve()
// The line to the supervisor would keep alive a process that cannot serve.
if (process.exitCode) process.exit()
