import { resolve } from 'node:path'
import { pendingMigrations } from '../db/migrate.ts'
import { writeFolder } from '../features/emporter/actions/write.ts'
import { settingsStore } from '../features/parametres/store.ts'
import { AppError } from '../lib/errors.ts'
import { jsonLog } from '../lib/log.ts'
import { plural } from '../lib/text.ts'
import { onSite } from '../process/site.ts'
import { type Command, DONE, say, textOf, type Values } from './command.ts'

const exportAll = (values: Values): Promise<number> =>
  onSite(async ({ db, config, secret }) => {
    if ((await pendingMigrations(db)).length > 0)
      throw new AppError('interdit', 'La base est d’une autre version : lancez d’abord « releve db:migrate ».')
    const folder = resolve(textOf(values.dossier) ?? '')
    const log = jsonLog((line) => process.stderr.write(line))
    const site = settingsStore(config.storage, log, secret).read().site_name
    const count = await writeFolder(db, folder, { site, at: new Date().toISOString() })
    say(`${plural(count, 'fichier écrit', 'fichiers écrits')} dans ${folder}.`)
    say('LISEZMOI.txt dit à quoi sert chacun.')
    return DONE
  })

export const leavingCommands: Record<string, Command> = {
  'export:tout': {
    summary: 'écrit tout le contenu du site dans un dossier, en CSV',
    help: `releve export:tout DOSSIER

Écrit dans un dossier nouveau ou vide les lieux, les types, les sources, les relevés, leur historique et les comptes du site, en
fichiers CSV, avec LISEZMOI.txt qui dit ce qu’ils contiennent et comment les remettre. Le site peut rester en service.

Code de sortie : 0 écrit, 1 refusé (dossier qui n’est pas vide, site non installé, disque plein), 2 options à corriger.`,
    options: {},
    argument: 'dossier',
    run: exportAll,
  },
}
