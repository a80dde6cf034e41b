import { z } from 'zod'
import { DIFFUSIONS } from '../../db/schema-vues.ts'
import { sortKey } from '../../lib/text.ts'
import { type Body, choice, flag, optionalText, parseForm, text, version } from '../../web/form.ts'
import { readHosts } from '../vues/rules/pictures.ts'

const WEB_ADDRESS = 'Indiquez une adresse complète, par exemple https://archives.exemple.fr.'

/** Only what a link may safely lead to: `javascript:` and the like never reach a page. */
function isWebAddress(typed: string | null): boolean {
  if (typed === null) return true
  const url = /^https?:\/\/\S+$/i.test(typed) ? URL.parse(typed) : null
  return url !== null && url.username === '' && url.password === ''
}

const Depot = z.object({
  nom: text(200, 'Indiquez le nom du dépôt.').refine(
    (nom) => sortKey(nom) !== '',
    'Ce nom doit contenir au moins une lettre ou un chiffre.',
  ),
  sigle: optionalText(30),
  adresse: optionalText(500),
  ville: optionalText(120),
  site_web: optionalText(500).refine(isWebAddress, WEB_ADDRESS),
  note: optionalText(5000),
  diffusion: choice(DIFFUSIONS).catch('lien'),
  hotes_images: optionalText(2000).transform((typed, ctx) => {
    const read = readHosts(typed)
    if ('hosts' in read) return read.hosts
    ctx.addIssue({ code: 'custom', message: read.problem })
    return z.NEVER
  }),
  credit: optionalText(300),
  licence: optionalText(200),
  verifie_liens: flag,
  version,
})

export type DepotInput = z.output<typeof Depot>

export const parseDepot = (raw: Body) => parseForm(Depot, raw)
