import './node-guard.ts'

// Loaded after the guard has passed: the drivers of the databases come with it.
const { runCommand } = await import('./commands.ts')
process.exitCode = await runCommand(process.argv.slice(2))
