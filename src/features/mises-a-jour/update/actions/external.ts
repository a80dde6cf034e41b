// The backup that another program makes, as an administrator declared it: with one that is fresh an update makes none of a huge database.
import { baseAt } from '../../../../db/bases.ts'
import { AppError } from '../../../../lib/errors.ts'
import { formatInstant } from '../../../../lib/text.ts'
import type { UpdateNote } from '../../../presence/update-note.ts'
import { type ExternalState, externalFact, externalTrouble } from '../../../sauvegardes/externe/rules/age.ts'
import { tooLargeInWords } from '../../../sauvegardes/rules/size.ts'
import { baseFor } from './trial.ts'

export interface ExternalChoice {
  /** The address of the database. */
  address: string
  /** As it was declared; undefined where it was not. */
  externe: ExternalState | undefined
  /** Somebody asks for a backup of our own whatever was declared. */
  wantsOwn: boolean
  say: (text: string) => void
}

const GO_ON =
  'Faites-la et notez-la («\u00a0bin/releve sauvegarde:faite\u00a0»), puis recommencez\u00a0; ou lancez «\u00a0bin/releve app:update --sauvegarde\u00a0»\u00a0: la mise à jour fera sa propre sauvegarde, d’un seul fichier. Rien n’a été changé.'

const MEANS =
  'la mise à jour n’en fait pas d’autre, et n’essaie pas la nouvelle version sur une copie de la base. Si elle ne va pas une fois la base mise à niveau, c’est cette sauvegarde qu’il faudra remettre, par son outil.'

/**
 * Does the declared backup lead back, instead of one of ours? Only where a migration that fails leaves the database as it was. AppError
 * `conflit` where it is too old: going on without a way back is nobody's choice by oversight.
 */
export async function leansOnExternal({ address, externe, wantsOwn, say }: ExternalChoice): Promise<boolean> {
  const base = baseAt(address)
  if (wantsOwn || !externe || !base.dialect.migratesWhole) {
    const warning = externe || !base.dialect.migratesWhole ? undefined : tooLargeInWords(await base.size())
    if (warning !== undefined) say(warning)
    return false
  }
  const trouble = externalTrouble(externe)
  if (trouble !== undefined) throw new AppError('conflit', `${trouble} ${GO_ON}`)
  say(`Sauvegarde externe récente (${externalFact(externe)})\u00a0: ${MEANS}`)
  return true
}

/** Instead of a trial on a copy of a huge database: is there anything to migrate? The new code serves for a moment beside the old one later. */
export async function lookedAtBeside(dossier: string): Promise<Pick<UpdateNote, 'migre' | 'tables'>> {
  return { migre: (await baseFor(dossier)) === 'older', tables: [] }
}

/** As pgbackrest and PostgreSQL read it; « T » and « Z » the former refuses. */
const asTarget = (instant: string): string => instant.replace('T', ' ').replace('Z', '+00')

/** Says what somebody has to do where the database was changed and ours is no way back. */
export const byTheirTool = (instant: string): string =>
  `Le site reste en lecture seule. Remettez la base, par l’outil qui la sauvegarde, telle qu’elle était le ${formatInstant(instant)} («\u00a0${asTarget(instant)}\u00a0»), puis relancez «\u00a0bin/releve app:update\u00a0»\u00a0: rien n’a été saisi depuis cet instant.`

/** AppError where the database is not, or not yet again, of the code that it is to go back to. */
export async function checkAsBefore({ ancienne }: UpdateNote): Promise<void> {
  if ((await baseFor(ancienne.dossier)) === 'ours') return
  throw new AppError('conflit', 'La base est déjà mise à niveau, et Relevés n’en a pas de sauvegarde.')
}
