import type { Elsewhere } from './elsewhere.ts'
import { AppError } from './errors.ts'
import { isReservedTarget } from './network.ts'

/** Names of what the environment says of the storage that servers have in common, without « FICHIERS_ ». */
const NAMES = ['adresse', 'seau', 'dossier', 'identifiant', 'secret', 'region', 'par_chemin'] as const

const isLocal = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)

function isAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || [url.username, url.password, url.search, url.hash].some((part) => part !== '')) return false
  if (isReservedTarget(url.hostname.replace(/^\[|\]$/g, ''))) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname))
}

const isNo = (text: string): boolean => ['0', 'false', 'non'].includes(text.toLowerCase())

/** The sentences on what is wrong, one for each name. */
function problemsOf(given: Record<string, string>): string[] {
  const { adresse = '', seau = '', identifiant = '', secret = '', dossier = '' } = given
  const unknown = Object.keys(given).filter((name) => !NAMES.some((known) => known === name))
  return [
    ...unknown.map((name) => `FICHIERS_${name.toUpperCase()} n’est pas une variable connue.`),
    ...(isAddress(adresse)
      ? []
      : ['FICHIERS_ADRESSE doit être une adresse en « https », comme https://s3.exemple.fr.']),
    ...(/^[a-z0-9][a-z0-9.-]+$/i.test(seau) ? [] : ['FICHIERS_SEAU doit être le nom du seau (bucket).']),
    ...(identifiant === '' ? ['FICHIERS_IDENTIFIANT manque\u00a0: c’est la clé d’accès.'] : []),
    ...(secret === '' ? ['FICHIERS_SECRET manque\u00a0: c’est la clé secrète.'] : []),
    ...(dossier.split('/').includes('..') ? ['FICHIERS_DOSSIER ne doit pas contenir « .. ».'] : []),
  ]
}

/**
 * The S3-compatible storage that the servers of a site have in common, from `FICHIERS_…` of the environment; undefined where nothing of it is given. AppError `invalide`
 * with a sentence for each thing that is missing or wrong.
 */
export function sharedPlace(given: Record<string, string>): Elsewhere | undefined {
  if (Object.keys(given).length === 0) return undefined
  const problems = problemsOf(given)
  if (problems.length > 0) throw new AppError('invalide', problems.join('\n'))
  const { adresse = '', seau = '', identifiant = '', secret = '', dossier = '', region = '', par_chemin = '1' } = given
  return {
    ...{ sorte: 's3', adresse, port: 0, dossier, identifiant, secret, cle_privee: '', cle_hote: '' },
    ...{ region: region || 'us-east-1', seau, par_chemin: !isNo(par_chemin) },
    ...{ phrase: '', chaque_nuit: false, marque: '' },
  }
}
