import { sendFiles } from '../../features/fichiers/actions/send.ts'
import { formatSize, plural } from '../../lib/text.ts'
import { DONE, say } from '../command.ts'
import { onCurrentSite } from './current-site.ts'

export const send = (): Promise<number> =>
  onCurrentSite(async ({ config }) => {
    const { sent, octets, present } = await sendFiles(config.storage)
    const there = plural(present, 'était déjà là', 'étaient déjà là')
    say(`${plural(sent, 'fichier envoyé', 'fichiers envoyés')} (${formatSize(octets)}), ${there}.`)
    return DONE
  })
