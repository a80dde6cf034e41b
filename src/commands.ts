import { text as readText } from 'node:stream/consumers'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { readConfig, startCommand } from './config.ts'
import { migrateToLatest, pendingMigrations } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { databaseAddress, isMissingFile, readSiteConfig } from './features/setup/installation.ts'
import { installUnattended } from './features/setup/unattended.ts'
import { AppError } from './lib/errors.ts'
import { jsonLog } from './lib/log.ts'
import { serve } from './server.ts'
import { siteToInstall } from './stages.ts'

/** Exit codes: done, refused or failed, used wrongly (options, a password that is refused). */
const DONE = 0
const REFUSED = 1
const MISUSED = 2

type Values = Record<string, string | boolean | undefined>

interface Command {
  /** One line for the list of commands. */
  summary: string
  help: string
  options: ParseArgsOptionsConfig
  run(values: Values): Promise<number>
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const complain = (text: string) => process.stderr.write(`${text}\n`)

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

/** The password, from a pipe or typed; the line break that `echo` adds is not part of it. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) complain('Tapez le mot de passe de l’administrateur, puis Entrée et Ctrl-D :')
  return (await readText(process.stdin)).replace(/\r?\n$/, '')
}

async function install(values: Values): Promise<number> {
  const [adminName, adminEmail] = [textOf(values['admin-name']), textOf(values['admin-email'])]
  if (!adminName || !adminEmail) {
    complain('Il faut --admin-name et --admin-email. Voyez : releve app:install --help')
    return MISUSED
  }
  // What is logged must not mix with what the command says.
  const log = jsonLog((line) => process.stderr.write(line))
  const config = readConfig()
  const { demo } = await installUnattended(siteToInstall(config, log), {
    adminName,
    adminEmail,
    password: await readPassword(),
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

async function migrate(): Promise<number> {
  const config = readConfig()
  const stored = readSiteConfig(config.storage)
  const url = config.databaseUrl ?? (typeof stored === 'object' ? stored.database : undefined)
  const address = url && databaseAddress(config.storage, url)
  if (!address || isMissingFile(address)) {
    complain('Aucune base à mettre à niveau : Relevés n’est pas installé, ou sa base manque.')
    return REFUSED
  }
  const db = openDatabase(address)
  try {
    const pending = await pendingMigrations(db)
    await migrateToLatest(db)
    say(pending.length === 0 ? 'La base est à jour.' : `Base mise à niveau : ${pending.join(', ')}.`)
    return DONE
  } finally {
    await db.destroy()
  }
}

async function serveSite(): Promise<number> {
  await serve()
  return Number(process.exitCode ?? DONE)
}

const COMMANDS: Record<string, Command> = {
  serve: {
    summary: 'sert le site jusqu’à l’arrêt (comme « npm start »)',
    help: 'releve serve\n\nSert le site jusqu’à SIGTERM ou Ctrl-C. Réglages par l’environnement : PORT, HOST, APP_URL, STORAGE_DIR,\nDATABASE_URL, TRUST_PROXY, SETUP_CODE.',
    options: {},
    run: serveSite,
  },
  'app:install': {
    summary: 'installe sans assistant',
    help: `releve app:install --admin-name NOM --admin-email ADRESSE [options] < mot-de-passe

Installe Relevés sans assistant. Le mot de passe de l’administrateur est lu sur l’entrée standard.

  --admin-name NOM        nom d’utilisateur de l’administrateur
  --admin-email ADRESSE   son adresse électronique
  --site-name NOM         nom du site (par défaut : Relevés)
  --database ADRESSE      sqlite, sqlite:FICHIER ou postgres://utilisateur:mot-de-passe@hote/base
                          (par défaut : DATABASE_URL, sinon sqlite)
  --demo                  charge aussi les données de démonstration

Code de sortie : 0 installé, 1 refusé (site déjà installé, base inutilisable), 2 options ou mot de passe à corriger.`,
    options: {
      'admin-name': { type: 'string' },
      'admin-email': { type: 'string' },
      'site-name': { type: 'string' },
      database: { type: 'string' },
      demo: { type: 'boolean' },
    },
    run: install,
  },
  'db:migrate': {
    summary: 'met la base de données à niveau',
    help: 'releve db:migrate\n\nMet la base du site à niveau. « npm start » le fait aussi, à chaque démarrage.',
    options: {},
    run: migrate,
  },
}

function listCommands(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(14)}${summary}`)
  return ['releve COMMANDE [options]', '', ...lines, '', '« releve COMMANDE --help » en dit plus sur chacune.'].join(
    '\n',
  )
}

/** The options as given, or the complaint of the parser in our words. */
function readOptions(name: string, command: Command, args: string[]): Values | undefined {
  try {
    return parseArgs({ args, options: { ...command.options, help: { type: 'boolean' } }, strict: true })
      .values as Values
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) throw error
    complain(`Option inconnue ou sans valeur. Voyez : releve ${name} --help`)
    return undefined
  }
}

async function runSafely(command: Command, values: Values): Promise<number> {
  try {
    return await command.run(values)
  } catch (error) {
    if (error instanceof AppError) complain(error.message)
    else complain(`La commande a échoué : ${error instanceof Error ? error.message : String(error)}`)
    return error instanceof AppError && error.code === 'invalide' ? MISUSED : REFUSED
  }
}

/** Runs `args` (a command, then its options) and returns the exit code. */
export async function runCommand(args: string[]): Promise<number> {
  const [name = '--help', ...rest] = args
  if (name === '--help' || name === 'help') {
    say(listCommands())
    return DONE
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    complain(`Commande inconnue : ${name}\n\n${listCommands()}`)
    return MISUSED
  }
  const values = readOptions(name, command, rest)
  if (!values) return MISUSED
  if (!values.help) return runSafely(command, values)
  say(command.help)
  return DONE
}
