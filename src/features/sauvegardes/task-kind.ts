/** Kind of the task that makes a backup. */
export const BACKUP_TASK = 'sauvegarde'

/** Kind of the task that sends the newest backup elsewhere. */
export const ELSEWHERE_TASK = 'sauvegarde.ailleurs'

/** Kind of the task that brings a copy back from there. */
export const FETCH_TASK = 'sauvegarde.rapport'
