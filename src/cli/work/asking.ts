import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { complain } from '../command.ts'

interface Question {
  name: string
  text: string
  /** Nothing that is typed appears. */
  isSecret?: true
  /** Asked for these kinds of storage alone. */
  of?: string
}

const QUESTIONS: readonly Question[] = [
  { name: 'sorte', text: 'Sorte de stockage (sftp, webdav ou s3)' },
  { name: 'adresse', text: 'Adresse (serveur, dossier WebDAV ou service S3)' },
  { name: 'port', text: 'Port (22)', of: 'sftp' },
  { name: 'dossier', text: 'Dossier ou préfixe (vide s’il n’y en a pas)', of: 'sftp s3' },
  { name: 'region', text: 'Région', of: 's3' },
  { name: 'seau', text: 'Seau (bucket)', of: 's3' },
  { name: 'par_chemin', text: 'Nom du seau dans le chemin (oui ou non)', of: 's3' },
  { name: 'identifiant', text: 'Identifiant, ou clé d’accès' },
  { name: 'cle_privee', text: 'Fichier de la clé privée (vide pour un mot de passe)', of: 'sftp' },
  { name: 'secret', text: 'Mot de passe, phrase de la clé ou clé secrète', isSecret: true },
  { name: 'cle_hote', text: 'Empreinte de la clé du serveur (vide\u00a0: elle sera montrée)', of: 'sftp' },
  { name: 'phrase', text: 'Phrase secrète des copies', isSecret: true },
]

/** Asks one question at the terminal; what is typed for a secret does not appear. */
async function ask(text: string, isSecret = false): Promise<string> {
  const question = `${text}\u00a0: `
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: isSecret ? nowhere : process.stderr, terminal: true })
  try {
    // An editor of lines that writes nowhere cannot ask; from its making on the terminal shows nothing of what is typed by itself.
    if (isSecret) process.stderr.write(question)
    // One that writes clears its line first, and has to know what it asks.
    return (await line.question(isSecret ? '' : question)).trim()
  } finally {
    line.close()
    if (isSecret) complain('')
  }
}

/** Asks for a place elsewhere, but for what is known already. */
export async function askPlace(known: Record<string, string>): Promise<Record<string, string>> {
  const given = { ...known }
  for (const { name, text, isSecret, of } of QUESTIONS) {
    const isAsked = of === undefined || of.split(' ').includes(given.sorte ?? '')
    if (!isAsked || given[name] !== undefined) continue
    const answer = await ask(text, isSecret)
    if (answer !== '' || name !== 'port') given[name] = answer
  }
  return given
}

/** Asks whether something is right: « oui » says so, anything else does not. */
export const confirmed = async (text: string): Promise<boolean> => /^o(ui)?$/i.test(await ask(`${text} (oui ou non)`))
