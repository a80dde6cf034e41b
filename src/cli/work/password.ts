import { rescueAccount } from '../../features/users/actions/rescue.ts'
import { settingsOf } from '../../process/shared-files.ts'
import { complain, DONE, say, textOf, type Values } from '../command.ts'
import { onCurrentSite } from './current-site.ts'
import { readPassword, stderrLog } from './typed.ts'

const NEW_PASSWORD = 'Tapez le nouveau mot de passe, puis Entrée et Ctrl-D ; rien, pour un mot de passe temporaire :'

export const changePassword = (values: Values): Promise<number> =>
  onCurrentSite(async ({ db, config, address, secret }) => {
    const settings = settingsOf(config, { address, secret, db }, stderrLog())
    const rescue = {
      login: textOf(values.nom) ?? '',
      password: await readPassword(NEW_PASSWORD),
      activates: values.activer === true,
      siteName: settings.read().site_name,
    }
    const { name, is_active, hasFactor, temporary } = await rescueAccount(db, rescue, new Date().toISOString())
    say(`Le mot de passe de « ${name} » est changé, ses sessions sont fermées.`)
    if (temporary) say(`Mot de passe temporaire, à changer à la première connexion : ${temporary}`)
    if (!is_active) complain('Ce compte est désactivé : relancez la commande avec --activer pour l’ouvrir.')
    if (hasFactor)
      say(
        'La connexion demande aussi son second facteur (application ou clé d’accès) ; « releve user:factor » le retire.',
      )
    if (values['sans-code'] === true) {
      await settings.save({ pin_obligatoire: false })
      say('Une connexion dont le code ne peut pas partir par courriel n’est plus refusée.')
    }
    return DONE
  })
