import { spanInWords } from '../../../lib/ages.ts'
import { agreed, formatInstant, formatSize, plural } from '../../../lib/text.ts'
import type { StuckCounts } from '../../administration/taches/queries.ts'
import { stuckInWords } from '../../administration/taches/rules.ts'
import type { ElsewhereState } from '../../sauvegardes/ailleurs/queries.ts'
import { type ExternalState, externalTrouble } from '../../sauvegardes/externe/rules/age.ts'
import type { BackupState } from '../../sauvegardes/rules/reminder.ts'
import type { FailedBackup } from '../../sauvegardes/task.ts'

/** Something that an administrator has to do; `urgent`: something is lost or does not work until then. */
export interface Todo {
  isUrgent: boolean
  what: string
  why: string
  href: string
  action: string
}

export interface TodoFacts {
  /** Bytes free on the disk of the data, where it is nearly full. */
  nearlyFull: number | undefined
  failedBackup: FailedBackup | undefined
  backup: BackupState
  /** How the copies elsewhere go; undefined where nobody set them up. */
  elsewhere: ElsewhereState | undefined
  /** The backup that another program makes; undefined where none is declared. */
  externe: ExternalState | undefined
  /** Days since a backup was taken away from the site; undefined where none ever was. */
  takenAway: number | undefined
  /** Log-ins that went without their code lately, and when the last one did. */
  openLogIns: { n: number; last: string | null }
  stuck: StuckCounts
  /** The site sends mail. */
  hasMail: boolean
  /** Everything that entering records needs is there: until then the first steps say what to do. */
  isSetUp: boolean
  sansGestionnaire: number
  /** People who asked for an account, and wait. */
  demandes: number
  /** Wishes to take a register that wait for an answer. */
  registres: number
}

const BACKUPS = '/parametres/sauvegardes'
/** A backup that lies where the site lies burns with it. */
const AWAY_AFTER_DAYS = 30

type Rule = (facts: TodoFacts) => Todo | undefined

const disk: Rule = ({ nearlyFull }) =>
  nearlyFull === undefined
    ? undefined
    : {
        isUrgent: true,
        what: `Il ne reste que ${formatSize(nearlyFull)} sur le disque du serveur.`,
        why: 'Sur un disque plein, rien ne peut plus être enregistré ni sauvegardé.',
        href: BACKUPS,
        action: 'Voir les sauvegardes',
      }

const failedBackup: Rule = ({ failedBackup: failed }) =>
  failed && {
    isUrgent: true,
    what: `La sauvegarde du ${formatInstant(failed.created_at)} n’a pas pu être faite.`,
    why: failed.erreur ?? '',
    href: BACKUPS,
    action: 'Voir les sauvegardes',
  }

const ELSEWHERE = { isUrgent: true, href: '/parametres/sauvegardes/ailleurs', action: 'Voir la copie ailleurs' }

const copyElsewhere: Rule = ({ elsewhere: { failed, late } = {} }) => {
  if (failed) {
    const what = `La copie ailleurs du ${formatInstant(failed.created_at)} n’a pas pu être faite.`
    return { ...ELSEWHERE, what, why: failed.erreur ?? '' }
  }
  if (late === undefined) return undefined
  const why = 'Si le serveur brûlait, tout ce qui a été saisi depuis serait perdu.'
  return { ...ELSEWHERE, what: `Aucune copie ailleurs depuis ${plural(late, 'jour', 'jours')}.`, why }
}

const external: Rule = ({ externe }) => {
  const what = externe && externalTrouble(externe)
  if (what === undefined) return undefined
  const why = 'Si le serveur de la base tombait en panne, tout ce qui a été saisi depuis serait perdu.'
  const href = '/parametres/sauvegardes/externe'
  return { isUrgent: true, what, why, href, action: 'Voir la sauvegarde externe' }
}

const lateBackup: Rule = ({ backup: { late } }) =>
  late === undefined
    ? undefined
    : {
        isUrgent: true,
        what: `Aucune sauvegarde depuis ${plural(late, 'jour', 'jours')}.`,
        why: 'Si le serveur tombait en panne, tout ce qui a été saisi depuis serait perdu.',
        href: BACKUPS,
        action: 'Faire une sauvegarde',
      }

const openLogIns: Rule = ({ openLogIns: { n, last } }) =>
  n === 0 || last === null
    ? undefined
    : {
        isUrgent: true,
        what: `${plural(n, 'connexion s’est faite', 'connexions se sont faites')} sans code depuis sept jours.`,
        why: `Le courriel qui porte le code n’a pas pu partir, la dernière fois le ${formatInstant(last)}.`,
        href: '/parametres#courriel',
        action: 'Vérifier le courriel',
      }

const requests: Rule = ({ demandes }) =>
  demandes === 0
    ? undefined
    : {
        isUrgent: false,
        what: `${plural(demandes, 'personne demande', 'personnes demandent')} un compte.`,
        why: `Tant que vous n’avez pas répondu, ${agreed(demandes, 'elle ne peut', 'elles ne peuvent')} pas entrer.`,
        href: '/admin/utilisateurs?status=demande',
        action: 'Voir les demandes',
      }

const registers: Rule = ({ registres }) =>
  registres === 0
    ? undefined
    : {
        isUrgent: false,
        what: `${plural(registres, 'registre est demandé', 'registres sont demandés')}.`,
        why: 'Quelqu’un aimerait s’y mettre, et attend votre réponse.',
        href: '/registres/demandes',
        action: 'Répondre',
      }

const stuck: Rule = ({ stuck: counts }) => {
  if (counts.total === 0) return undefined
  const { what, next } = stuckInWords(counts)
  return { isUrgent: false, what, why: next, href: '/admin/taches', action: 'Voir les tâches en échec' }
}

const away: Rule = ({ takenAway, isSetUp, backup, elsewhere, externe }) => {
  // The site takes them away itself, or another program does, which has its own warning.
  if (elsewhere?.last !== undefined || externe) return undefined
  if (!isSetUp || backup.late !== undefined || (takenAway !== undefined && takenAway <= AWAY_AFTER_DAYS))
    return undefined
  const what =
    takenAway === undefined
      ? 'Aucune sauvegarde n’a encore été gardée ailleurs.'
      : `La dernière sauvegarde gardée ailleurs a plus de ${spanInWords(takenAway)}.`
  return {
    isUrgent: false,
    what,
    why: 'Téléchargez-en une et gardez-la sur un autre ordinateur, ou laissez le site les copier lui-même ailleurs.',
    href: BACKUPS,
    action: 'Télécharger une sauvegarde',
  }
}

const mail: Rule = ({ hasMail, isSetUp }) =>
  hasMail || !isSetUp
    ? undefined
    : {
        isUrgent: false,
        what: 'Le site ne peut pas encore envoyer de courriel.',
        why: 'Sans courriel, ni mot de passe oublié, ni avis de rejet, ni code de connexion.',
        href: '/parametres#courriel',
        action: 'Régler le courriel',
      }

const managers: Rule = ({ sansGestionnaire }) =>
  sansGestionnaire === 0
    ? undefined
    : {
        isUrgent: false,
        what: `${plural(sansGestionnaire, 'section n’a pas', 'sections n’ont pas')} de gestionnaire.`,
        why: 'Personne d’autre que vous ne peut y valider une source.',
        href: '/admin/sections',
        action: 'Voir les sections',
      }

const RULES: readonly Rule[] = [
  disk,
  failedBackup,
  lateBackup,
  external,
  copyElsewhere,
  openLogIns,
  requests,
  registers,
  stuck,
  away,
  mail,
  managers,
]

/** Gives what an administrator has to do first, the urgent things on top. */
export const todoOf = (facts: TodoFacts): Todo[] =>
  RULES.map((rule) => rule(facts)).filter((one): one is Todo => one !== undefined)
