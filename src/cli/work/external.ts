import { actorWithout } from '../../features/journal/actions.ts'
import { noteExternal } from '../../features/sauvegardes/externe/actions.ts'
import { instantOf } from '../../features/sauvegardes/externe/rules/age.ts'
import { AppError } from '../../lib/errors.ts'
import { formatInstant } from '../../lib/text.ts'
import { systemClock } from '../../process/deps.ts'
import { onSite, settingsOf } from '../../process/site.ts'
import { DONE, say, textOf, type Values } from '../command.ts'

const UNDECLARED =
  'Aucune sauvegarde externe n’est déclarée\u00a0: faites-le dans «\u00a0Paramètres\u00a0», «\u00a0Sauvegardes\u00a0», «\u00a0Sauvegarde externe\u00a0». Rien n’a été noté.'

/** Notes a backup that another program made; the instant is given by it, or is that of the command. */
export const noteDone = (values: Values): Promise<number> =>
  onSite(async ({ db, config }) => {
    const now = systemClock()
    const given = textOf(values.instant)
    const read = given === undefined ? { at: now.toISOString() } : instantOf(given, now)
    if ('refusal' in read) throw new AppError('invalide', read.refusal)
    const { sauvegarde_externe: outil } = settingsOf(config)
    if (outil === '') throw new AppError('conflit', UNDECLARED)
    const isNew = await noteExternal(db, read.at, actorWithout(null), now)
    say(
      isNew
        ? `Sauvegarde externe notée (${outil})\u00a0: ${formatInstant(read.at)}.`
        : 'Rien de nouveau\u00a0: une sauvegarde aussi récente était déjà notée.',
    )
    return DONE
  })
