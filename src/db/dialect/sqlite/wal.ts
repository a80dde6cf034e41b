/** Pages of the WAL, as a checkpoint tells them. */
export interface Wal {
  log: number
  checkpointed: number
}

/**
 * Is it for work in the background to empty the WAL? A page that is written again and again goes to the file once each time. Where people
 * write, it comes sooner, for their commits wait for the disk as well.
 */
export const isFull = ({ log, checkpointed }: Wal, isQuiet: boolean): boolean =>
  log - checkpointed >= (isQuiet ? 6000 : 2000)
