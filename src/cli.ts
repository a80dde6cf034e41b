import './process/node-guard.ts'
import './process/outputs.ts'

import { complain, REFUSED } from './cli/command.ts'
import { failureTold } from './process/failure.ts'

// Whoever reads the output of a command may close it before its end (« releve … | head »): that is no failure.
const isClosedPipe = (error: unknown): boolean => (error as { code?: string }).code === 'EPIPE'

process.on('uncaughtException', (error) => {
  if (!isClosedPipe(error)) complain(failureTold(error, process.argv.includes('--debug')))
  process.exit(REFUSED)
})

// Loaded after the guard has passed: the drivers of the databases come with it.
const { runCommand } = await import('./cli/commands.ts')
process.exitCode = await runCommand(process.argv.slice(2))
