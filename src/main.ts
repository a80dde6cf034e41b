import './node-guard.ts'

// Loaded after the guard has passed: the drivers of the databases come with it.
const { serve } = await import('./server.ts')
await serve(process.argv.includes('--essai'))
