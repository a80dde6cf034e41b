import { settingsStore } from '../../features/parametres/store.ts'
import { dropUnreadable, rescueFactor } from '../../features/users/actions/factor.ts'
import { complain, DONE, MISUSED, say, textOf, type Values } from '../command.ts'
import { onCurrentSite } from './current-site.ts'
import { stderrLog } from './typed.ts'

export const takeFactor = (values: Values): Promise<number> =>
  onCurrentSite(async ({ db, config, secret }) => {
    const hasMail = settingsStore(config.storage, stderrLog(), secret).read().smtp !== null
    const about = { now: new Date(), hasMail }
    const [login, isUnreadable] = [textOf(values.nom), values.illisibles === true]
    if ((login === undefined) !== isUnreadable) {
      complain('Donnez le nom d’un compte, ou --illisibles.')
      return MISUSED
    }
    if (login !== undefined) {
      say(`Le second facteur de « ${await rescueFactor(db, login, about)} » est retiré.`)
      return DONE
    }
    const names = await dropUnreadable(db, secret, about)
    for (const name of names) say(`L’application d’authentification de « ${name} » est retirée.`)
    if (names.length === 0) say('Toutes les applications d’authentification se lisent avec la clé de ce site.')
    return DONE
  })
