import { formatSize } from '../../../lib/text.ts'

/** Bytes of a database from which one file that holds all of it is the wrong tool: the night is too short for making and reading it. */
export const ONE_FILE_BYTES = 50_000_000_000

/** Says why, and what to do instead; undefined for a database that is not so large. */
export const tooLargeInWords = (octets: number): string | undefined =>
  octets < ONE_FILE_BYTES
    ? undefined
    : `La base prend ${formatSize(octets)}\u00a0: au-delà de ${formatSize(ONE_FILE_BYTES)}, une sauvegarde d’un seul fichier prend des heures, et autant pour la remettre. Servez-vous d’un outil qui n’envoie que ce qui a changé (pgbackrest), et déclarez-le dans «\u00a0Paramètres\u00a0», «\u00a0Sauvegardes\u00a0», «\u00a0Sauvegarde externe\u00a0».`
