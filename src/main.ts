import './process/node-guard.ts'
import './process/outputs.ts'

// A trial of a release answers by itself, for a moment (features/mises-a-jour/update/actions/trial.ts).
if (process.argv.includes('--essai')) {
  const { serve } = await import('./process/server.ts')
  await serve({ isTrial: true })
} else {
  const { supervise } = await import('./process/supervisor.ts')
  supervise()
}
