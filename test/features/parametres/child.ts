// A process that saves settings until it is killed, or a number of times. Arguments: storage folder, how often, what: « comptes »
// counts one up at each save, « titre » writes the same number into two settings that must agree, and says it once it is stored.
import { settingsStore } from '../../../src/features/parametres/store.ts'
import { silentLog } from '../../../src/lib/log.ts'

const [storage = '', times = '1', what = 'comptes'] = process.argv.slice(2)
const store = settingsStore(storage, silentLog, 'le secret')
for (let n = 1; n <= Number(times); n += 1) {
  if (what === 'comptes') store.write(({ journal_mois }) => ({ journal_mois: journal_mois + 1 }))
  else {
    store.write({ journal_mois: n, site_name: `Cercle ${n} ${'é'.repeat(20_000)}` })
    process.stdout.write(`${n}\n`)
  }
}
