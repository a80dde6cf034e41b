/** Kind of the task that makes a backup. */
export const BACKUP_TASK = 'sauvegarde'
