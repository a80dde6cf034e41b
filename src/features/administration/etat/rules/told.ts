import type { Incident } from '../../../../lib/incidents.ts'
import { quoted } from '../../../../lib/typo.ts'

/** The messages of the log that an administrator may meet, in French; whoever reads the log finds them there as they are. */
const WORDS: Record<string, string> = {
  'request failed': 'Une demande n’a pas abouti',
  'task failed': 'Un travail de fond n’a pas abouti',
  'health check failed': 'Le site ne répondait plus à /sante',
  'database connection lost': 'La connexion à la base a été perdue',
  'the PIN of a log-in could not be mailed': 'Le code d’une connexion n’a pas pu être envoyé',
  'the PIN of a log-in could not be mailed again': 'Le code d’une connexion n’a pas pu être renvoyé',
  'sealed settings cannot be read': 'Des réglages scellés ne peuvent pas être lus',
  'draft not kept': 'Un brouillon n’a pas été gardé',
  'journal line not written': 'Une ligne du journal n’a pas été écrite',
  'download broken off': 'Un téléchargement a été interrompu',
  'the task loop failed': 'Les travaux de fond se sont arrêtés un moment',
  'what was due failed': 'Le ménage de l’heure n’a pas abouti',
  'the file of a photo is missing': 'Le fichier d’une photo manque',
  'the shared storage of files does not answer': 'Le stockage partagé des fichiers ne répondait pas',
  'other servers cannot be followed': 'Les autres serveurs n’ont pas pu être suivis',
  'the process for work in the background cannot be started': 'Le processus des travaux de fond n’a pas démarré',
}

export const incidentInWords = ({ message }: Incident): string => WORDS[message] ?? quoted(message)
