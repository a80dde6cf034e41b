import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Body, shown } from '../../lib/body.ts'
import { freeBytesIfThere } from '../../lib/disk.ts'
import { logoAddress } from '../../web/address.ts'
import type { AppEnv, Settings } from '../../web/env.ts'
import { takeFlash } from '../../web/flash.ts'
import { rawOf } from '../../web/form.ts'
import { ADMINISTRATION } from '../../web/navigation.ts'
import { page } from '../../web/render.tsx'
import { type Refusal, shownForm } from '../../web/saving.ts'
import { PROOF_FIELD } from '../auth/fresh.tsx'
import { updateState } from '../mises-a-jour/releases/rules/state.ts'
import { externalState } from '../sauvegardes/externe/queries.ts'
import { backupState } from '../sauvegardes/rules/reminder.ts'
import { roomOfSite } from '../vues/queries/photos.ts'
import { type Block, stateOf } from './rules/blocks.ts'
import { logoTrouble } from './rules/logo.ts'
import type { Messagerie } from './rules/messageries.ts'
import { ACCUEIL_LABELS } from './views/accueil.tsx'
import type { BlockForm, Done } from './views/block.tsx'
import { CARTE_LABELS } from './views/carte.tsx'
import { CONNEXION_LABELS } from './views/connexion.tsx'
import { DONNEES_LABELS } from './views/donnees.tsx'
import { GENERAL_LABELS } from './views/general.tsx'
import { ParametresPage, TITLE } from './views/page.tsx'
import { PHOTOS_LABELS } from './views/photos.tsx'
import { ENCRYPTIONS, SMTP_LABELS, type Trial } from './views/smtp.tsx'

export const PATH = '/parametres'

/** A part of the page after it was saved: it says there what was done. `part`: the id of its section. */
export const partPath = (part: string): string => `${PATH}?partie=${part}#${part}`

/** The sentence of the last request, where it is about a part that has it said in its place. */
function doneOf(c: Context<AppEnv>): Done | undefined {
  const part = c.req.query('partie') ?? ''
  const flash = PARTS.has(part) ? takeFlash(c) : null
  return flash === null ? undefined : { part, flash }
}

const PARTS = new Set(['accueil', 'logo-du-site', 'courriel', 'connexion', 'fond-de-carte', 'photos', 'donnees'])

/** A block that was sent and refused. */
interface RefusedBlock {
  block: Block
  raw: Body
  refusal: Refusal
}

export interface Shown {
  refused?: RefusedBlock
  logoError?: string
  trial?: Trial
  /** The provider whose server fills the form of mail. */
  messagerie?: Messagerie | undefined
  status?: ContentfulStatusCode
}

/** The settings in force as their form would send them; a password is never among them. */
function rawsOf({ smtp, pin_obligatoire, ...settings }: Settings): Record<Block, Body> {
  const { password: _, ...server } = smtp ?? { password: '' }
  return {
    general: rawOf({
      site_name: settings.site_name,
      registration_enabled: settings.registration_enabled,
      inscriptions_approuvees: settings.inscriptions_approuvees,
      contact_comptes: settings.contact_comptes,
      journal_mois: settings.journal_mois,
      silence_jours: settings.silence_jours,
      contact_securite: settings.contact_securite,
    }),
    smtp: rawOf({ ...server, pin_obligatoire }),
    connexion: rawOf({ facteur_exige: settings.facteur_exige, avis_appareils: settings.avis_appareils }),
    accueil: rawOf({
      accueil_public: settings.accueil_public,
      accueil_texte: settings.accueil_texte,
      accueil_nombres: settings.accueil_nombres,
      accueil_contact: settings.accueil_contact,
    }),
    donnees: rawOf({
      responsable_donnees: settings.responsable_donnees,
      contact_donnees: settings.contact_donnees,
      sous_traitants: settings.sous_traitants,
      inutilise_avis_mois: settings.inutilise_avis_mois,
      inutilise_fermeture_mois: settings.inutilise_fermeture_mois,
    }),
    photos: rawOf({ photos_site_go: settings.photos_site_go, photos_source_go: settings.photos_source_go }),
    carte: rawOf({ tuiles_url: settings.tuiles_url, tuiles_mention: settings.tuiles_mention }),
  }
}

const LABELS: Record<Block, Record<string, string>> = {
  general: GENERAL_LABELS,
  smtp: SMTP_LABELS,
  connexion: CONNEXION_LABELS,
  carte: CARTE_LABELS,
  photos: PHOTOS_LABELS,
  donnees: DONNEES_LABELS,
  accueil: ACCUEIL_LABELS,
}
const SWITCHES = [
  'registration_enabled',
  'inscriptions_approuvees',
  'pin_obligatoire',
  'facteur_exige',
  'avis_appareils',
  'accueil_public',
  'accueil_nombres',
]

/** Never shown, nor part of what is in force. */
const SECRET_FIELDS = ['password', PROOF_FIELD]

const inWords = (name: string, value: string): string => {
  if (SWITCHES.includes(name)) return value === '1' ? 'Oui' : 'Non'
  return name === 'encryption' ? (ENCRYPTIONS[value] ?? value) : value
}

/** Shows what stands to whoever was about to replace it without having seen it. */
const standing = (block: Block, raw: Body) =>
  Object.entries(LABELS[block])
    .filter(([name]) => !SECRET_FIELDS.includes(name))
    .map(([name, label]) => ({ term: label, value: inWords(name, String(raw[name] ?? '')) }))

const serverOf = ({ host, port, encryption }: Messagerie) => ({ host, port, encryption })

function formsOf(
  secret: string,
  settings: Settings,
  refused: RefusedBlock | undefined,
  messagerie: Messagerie | undefined,
): Record<Block, BlockForm> {
  const raws = rawsOf(settings)
  if (messagerie) Object.assign(raws.smtp, rawOf(serverOf(messagerie)))
  const form = (block: Block): BlockForm => {
    const etat = stateOf(secret, settings, block)
    if (refused?.block !== block) return { raw: raws[block], errors: {}, etat }
    const { raw, refusal } = refused
    if (refusal.version === undefined) return { raw, errors: refusal.errors, etat: shown(raw, 'etat') }
    return { raw, errors: refusal.errors, etat, enPlace: standing(block, raws[block]) }
  }
  return {
    ...{ general: form('general'), smtp: form('smtp'), carte: form('carte') },
    ...{ accueil: form('accueil'), photos: form('photos'), connexion: form('connexion'), donnees: form('donnees') },
  }
}

/** The page of the settings; with a status where something on it was refused. */
export async function parametresPage(
  c: Context<AppEnv>,
  { refused, logoError, trial, messagerie, status }: Shown = {},
) {
  const { deps, user } = c.var
  const settings = deps.settings.read()
  const { smtp } = settings
  const done = doneOf(c)
  const externe = await externalState(deps.db, settings, deps.clock())
  const photos = { ...(await roomOfSite(deps.db)), free: freeBytesIfThere(deps.storage) }
  const view = (
    <ParametresPage
      forms={formsOf(deps.secret, settings, refused, messagerie)}
      settings={settings}
      mail={{
        isConfigured: smtp !== null,
        hasPassword: (smtp?.password ?? '') !== '',
        email: user.email,
        isFresh: c.var.isFresh === true,
        messagerie,
      }}
      hasFactor={c.var.hasFactor === true}
      logo={{ logo: logoAddress(settings), trouble: logoTrouble(c.var.deps.storage, settings), error: logoError }}
      trial={trial}
      update={updateState(deps.storage, deps.version)}
      hasUpdateServer={deps.updateServer !== undefined}
      isImage={deps.isImage}
      photos={photos}
      externe={externe}
      backup={backupState(deps.storage, { installedAt: settings.installed_at, externe }, deps.clock())}
      done={done}
    />
  )
  const answer = status ?? shownForm({}, refused?.refusal).status
  return page(c, TITLE, view, {
    status: answer,
    breadcrumb: [ADMINISTRATION],
    hasOwnFlash: done !== undefined,
  })
}
