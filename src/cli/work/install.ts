import { readConfig, startCommand } from '../../config.ts'
import { installUnattended } from '../../features/setup/actions/unattended.ts'
import { siteToInstall } from '../../process/stages.ts'
import { complain, DONE, MISUSED, REFUSED, say, textOf, type Values } from '../command.ts'
import { readPassword, stderrLog } from './typed.ts'

export async function install(values: Values): Promise<number> {
  const [adminName, adminEmail] = [textOf(values['admin-name']), textOf(values['admin-email'])]
  if (!adminName || !adminEmail) {
    complain('Il faut --admin-name et --admin-email. Voyez : releve app:install --help')
    return MISUSED
  }
  const config = readConfig()
  const { demo } = await installUnattended(siteToInstall(config, stderrLog()), {
    adminName,
    adminEmail,
    password: await readPassword('Tapez le mot de passe de l’administrateur, puis Entrée et Ctrl-D :'),
    database: textOf(values.database),
    siteName: textOf(values['site-name']) ?? 'Relevés',
    demo: values.demo === true,
  })
  say(`Relevés est installé. Lancez « ${startCommand(config)} » pour l’ouvrir.`)
  if (demo === 'echec') {
    complain('Les données de démonstration n’ont pas pu être chargées.')
    return REFUSED
  }
  for (const user of demo ?? []) say(`Compte d’essai : ${user.name} · mot de passe : ${user.password} · ${user.role}`)
  return DONE
}
