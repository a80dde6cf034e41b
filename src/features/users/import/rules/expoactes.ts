import type { UserRole } from '../../../../db/schema.ts'
import { quotedStart } from '../../../../lib/typo.ts'

/** The sixteen columns of `USERS_ALL_0.CSV`, which has no line of titles. */
const COLUMNS = [
  ...(['nom', 'prenom', 'email', 'login', 'passe', 'droits', 'regime', 'solde', 'commentaire', 'expire'] as const),
  ...(['libre', 'id', 'statut', 'creation', 'consommes', 'recharge'] as const),
] as const
type Column = (typeof COLUMNS)[number]
type Cells = Record<Column, string>

const SEPARATORS_AT_LEAST = 12

/** Is this the first line of the accounts of an ExpoActes site? Nothing else has the print of a password among as many cells. */
export const isExpoActesUsers = (line: string): boolean =>
  /(?:^|;)"?[0-9a-f]{40}"?(?:;|$)/i.test(line) && line.split(';').length > SEPARATORS_AT_LEAST

interface Right {
  /** Says what one could do there. */
  words: string
  role: UserRole
}

/** Nobody becomes an administrator by a file: whoever was one there is named here by hand. */
const RIGHTS: readonly Right[] = [
  { words: 'aucun droit', role: 'membre' },
  { words: 'liste des communes', role: 'membre' },
  { words: 'liste des patronymes', role: 'membre' },
  { words: 'tables des actes', role: 'membre' },
  { words: 'détails avec limites', role: 'membre' },
  { words: 'détails sans limite', role: 'membre' },
  { words: 'chargement de ses actes', role: 'membre' },
  { words: 'ajout d’actes', role: 'membre' },
  { words: 'administration de tous les actes', role: 'gestionnaire' },
  { words: 'gestion des utilisateurs', role: 'gestionnaire' },
]

const STATUSES: Record<string, string> = {
  N: 'compte actif',
  W: 'compte en attente d’activation',
  A: 'compte en attente d’approbation',
  B: 'compte bloqué',
}
const REGIMES: Record<string, string> = { 0: 'accès libre', 1: 'recharge manuelle', 2: 'recharge automatique' }

/** ExpoActes writes these where there is no day. */
const NO_DAY = /^(?:|0000-00-00|1001-01-01|2033-12-31)$/
const inFigures = (day: string): string => day.split('-').reverse().join('/')

/** Breaks the lines of a note on its way: the lines of the file are counted, for whoever reads messages about them. */
export const NOTE_BREAK = '\u2028'

const told = (label: string, text: string): string[] => (text === '' ? [] : [`${label}\u00a0: ${text}`])

/** Everything of an account there that has no place here, in lines. */
function noteOf(cells: Cells, right: Right): string {
  const person = [cells.prenom, cells.nom].filter((part) => part !== '').join(' ')
  const points = cells.solde === '' || cells.solde === '0' ? '' : cells.solde
  return [
    ...told('Personne', person),
    `ExpoActes\u00a0: droits ${cells.droits} (${right.words}), ${STATUSES[cells.statut]}`,
    ...told('Points restants', points === '' ? '' : `${points} (${REGIMES[cells.regime] ?? cells.regime})`),
    ...told('Points consommés', cells.consommes === '0' ? '' : cells.consommes),
    ...told('Commentaire', cells.commentaire),
    ...told('Zone libre', cells.libre),
    ...told('Expire le', NO_DAY.test(cells.expire) ? '' : inFigures(cells.expire)),
    ...told('Créé le', NO_DAY.test(cells.creation) ? '' : inFigures(cells.creation)),
  ].join('\n')
}

/** Cells that stand where others should: ExpoActes itself spoils an account whose comment holds « ; » when it restores it. */
function shifted(cells: Cells, count: number): string | undefined {
  if (count !== COLUMNS.length)
    return `Colonnes décalées\u00a0: cette ligne en a ${count} au lieu de ${COLUMNS.length}. Corrigez-la, ou créez ce compte à la main.`
  const wrong = (label: string, text: string) =>
    `Colonnes décalées\u00a0: ${quotedStart(text)} se trouve à la place ${label}. ExpoActes a abîmé ce compte en le restaurant\u00a0: créez-le à la main.`
  if (!/^[0-9]$/.test(cells.droits)) return wrong('des droits', cells.droits)
  if (!Object.hasOwn(STATUSES, cells.statut)) return wrong('du statut', cells.statut)
  return undefined
}

export interface ExpoActesAccount {
  name: string
  email: string
  role: UserRole
  note: string
  /** Why the account cannot be made, in words; '' where it can. */
  probleme: string
  /** To be looked at before confirming; '' for nothing. */
  remarque: string
}

function remarkOf(cells: Cells): string {
  if (cells.droits === '9')
    return 'Cette personne administrait ExpoActes\u00a0: elle sera gestionnaire ici. Nommez-la administrateur vous-même si c’est voulu.'
  return cells.statut === 'B' ? 'Ce compte était bloqué dans ExpoActes\u00a0: ne l’activez que si c’est voulu.' : ''
}

/** An account as our own file of users would have it. The print of the password is not looked at. */
export function expoActesAccount(record: readonly string[]): ExpoActesAccount {
  const cells = Object.fromEntries(COLUMNS.map((column, at) => [column, (record[at] ?? '').trim()])) as Cells
  const probleme = shifted(cells, record.length) ?? ''
  const right = RIGHTS[Number(cells.droits)] ?? { words: '', role: 'membre' as const }
  if (probleme !== '') return { name: '', email: '', role: 'membre', note: '', probleme, remarque: '' }
  const { login: name, email } = cells
  return { name, email, role: right.role, note: noteOf(cells, right), probleme, remarque: remarkOf(cells) }
}
