import { parseArgs } from 'node:util'
import { AppError } from '../lib/errors.ts'
import { failureTold } from '../process/failure.ts'
import { actsCommands } from './acts.ts'
import { baseCommands } from './base.ts'
import { type Command, complain, DONE, MISUSED, REFUSED, say, type Values } from './command.ts'
import { elsewhereCommands } from './elsewhere.ts'
import { externalCommands } from './external.ts'
import { filesCommands } from './files.ts'
import { imagesCommands } from './images.ts'
import { leavingCommands } from './leaving.ts'
import { stateCommands } from './state.ts'
import { updateCommands } from './update.ts'

/** Ends with the processes that serve, never before. */
async function serveSite(): Promise<number> {
  const { supervise } = await import('../process/supervisor.ts')
  supervise()
  return new Promise(() => undefined)
}

const COMMANDS: Record<string, Command> = {
  serve: {
    summary: 'sert le site jusqu’à l’arrêt (comme « npm start »)',
    help: 'releve serve\n\nSert le site jusqu’à SIGTERM ou Ctrl-C ; SIGHUP prend le code le plus récent sans couper personne. Réglages par l’environnement : PORT, HOST, APP_URL, STORAGE_DIR,\nDATABASE_URL, TRUST_PROXY\n(1, ou les adresses et réseaux du mandataire, séparés par des virgules), SETUP_CODE, PROCESSES.',
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
    run: async (values) => (await import('./work/install.ts')).install(values),
  },
  ...baseCommands,
  ...elsewhereCommands,
  ...externalCommands,
  'user:password': {
    summary: 'change le mot de passe d’un compte',
    help: `releve user:password NOM [options] < mot-de-passe

Change le mot de passe du compte de ce nom (ou de cette adresse), par exemple celui d’un administrateur qui ne peut plus se
connecter. Le mot de passe est lu sur l’entrée standard ; sans lui, un mot de passe temporaire est tiré et affiché. Les
sessions du compte sont fermées, ses essais manqués oubliés.

  --activer     ouvre aussi le compte, s’il est désactivé
  --sans-code   n’exige plus le code de connexion quand le courriel ne peut pas partir (réglage du site)

Code de sortie : 0 changé, 1 refusé (compte inconnu, site non installé), 2 options ou mot de passe à corriger.`,
    options: { activer: { type: 'boolean' }, 'sans-code': { type: 'boolean' } },
    argument: 'nom',
    run: async (values) => (await import('./work/password.ts')).changePassword(values),
  },
  'user:factor': {
    summary: 'retire le second facteur d’un compte',
    help: `releve user:factor NOM | --illisibles

Retire le second facteur (application d’authentification, clés d’accès, codes de secours) du compte de ce nom ou de cette adresse :
celui du dernier administrateur, par exemple, qui a perdu son téléphone. Son mot de passe reste le même ; un courriel le lui dit.

  --illisibles   retire toutes les applications que la clé de ce site n’ouvre pas, quand le site a changé de machine sans
                 storage/config.json

Code de sortie : 0 retiré, 1 refusé (compte inconnu, sans second facteur, site non installé), 2 options à corriger.`,
    options: { illisibles: { type: 'boolean' } },
    argument: 'nom',
    isArgumentOptional: true,
    run: async (values) => (await import('./work/factor.ts')).takeFactor(values),
  },
  ...leavingCommands,
  ...imagesCommands,
  ...filesCommands,
  ...actsCommands,
  ...updateCommands,
  ...stateCommands,
}

function listCommands(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length)) + 2
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`)
  return [
    'releve COMMANDE [options]',
    '',
    ...lines,
    '',
    '« releve COMMANDE --help » en dit plus sur chacune ; --debug dit tout d’un échec imprévu.',
  ].join('\n')
}

/** The word after the command among the values: one where the command takes one, none otherwise. */
function withArgument(
  name: string,
  { argument, isArgumentOptional }: Command,
  values: Values,
  words: string[],
): Values | undefined {
  const [word] = words
  const isEnough = words.length === 1 || isArgumentOptional === true || values.help === true
  const isRight = argument === undefined ? words.length === 0 : words.length < 2 && isEnough
  if (isRight) return argument === undefined || word === undefined ? values : { ...values, [argument]: word }
  complain(
    `Il faut ${argument === undefined ? 'des options seulement' : `un ${argument}, et un seul`}. Voyez : releve ${name} --help`,
  )
  return undefined
}

/** The options as given, or the complaint of the parser in our words. */
function readOptions(name: string, command: Command, args: string[]): Values | undefined {
  try {
    const options = { ...command.options, help: { type: 'boolean' as const }, debug: { type: 'boolean' as const } }
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true })
    return withArgument(name, command, values as Values, positionals)
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
    complain(failureTold(error, values.debug === true))
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
    complain(`Commande inconnue : ${name}\n\n${listCommands()}`)
    return MISUSED
  }
  const values = readOptions(name, command, rest)
  if (!values) return MISUSED
  if (!values.help) return runSafely(command, values)
  say(command.help)
  return DONE
}
