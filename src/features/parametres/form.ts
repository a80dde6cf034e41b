import { z } from 'zod'
import { isMailbox, type SmtpServer } from '../../lib/mailer.ts'
import { isHost, isReservedTarget } from '../../lib/network.ts'
import { readTileServer } from '../../lib/tiles.ts'
import type { Settings } from '../../web/env.ts'
import {
  asTyped,
  type Body,
  choice,
  flag,
  ONE_LINE,
  oneLine,
  optionalLine,
  optionalText,
  type Parsed,
  parseForm,
  refused,
  requiredInteger,
  text,
} from '../../web/form.ts'
import { contactUri } from './rules/security-txt.ts'

const General = z.object({
  site_name: text(100, 'Donnez un nom au site, par exemple celui de votre association.').refine(oneLine, ONE_LINE),
  registration_enabled: flag,
  inscriptions_approuvees: flag,
  contact_comptes: optionalLine(200),
  journal_mois: requiredInteger(6, 120),
  silence_jours: requiredInteger(0, 365),
  contact_securite: optionalText(300)
    .refine(
      (contact) => contact === null || contactUri(contact) !== undefined,
      'Indiquez une adresse électronique, par exemple securite@exemple.fr, ou celle d’une page en « https ».',
    )
    .transform((contact) => contact ?? ''),
})

type GeneralInput = Omit<z.output<typeof General>, 'silence_jours'> & { silence_jours?: number }

/** A form of an earlier version of the page has no number of days, and leaves it as it is. */
export function parseGeneral(raw: Body): Parsed<GeneralInput> {
  if (Object.hasOwn(raw, 'silence_jours')) return parseForm(General, raw)
  return parseForm(General.omit({ silence_jours: true }), raw)
}

const Smtp = z.object({
  host: text(255, 'Indiquez le serveur d’envoi, par exemple « smtp.exemple.fr ».')
    .refine(isHost, 'Indiquez un nom de serveur ou une adresse, sans port ni « smtp:// ».')
    .refine(
      (host) => !isReservedTarget(host),
      'Cette adresse est réservée\u00a0: aucun serveur de courriel ne s’y trouve.',
    ),
  port: requiredInteger(1, 65_535),
  encryption: choice(['starttls', 'tls', 'none']),
  username: optionalText(255).refine(oneLine, ONE_LINE),
  password: asTyped,
  sender_address: text(254, 'Indiquez l’adresse d’où partent les courriels.').refine(
    isMailbox,
    'Indiquez une seule adresse, par exemple releves@exemple.fr.',
  ),
  sender_name: optionalText(100).refine(oneLine, ONE_LINE),
  pin_obligatoire: flag,
})

const RETYPE = 'Le serveur ou l’identifiant a changé\u00a0: tapez de nouveau le mot de passe.'

/**
 * The mail block. An empty password keeps the one in force, but never takes it to another server: who may change settings must
 * not learn it that way.
 */
export function parseSmtp(raw: Body, known: SmtpServer | null): Parsed<Pick<Settings, 'smtp' | 'pin_obligatoire'>> {
  const form = parseForm(Smtp, raw)
  if (!form.ok) return form
  const { pin_obligatoire, username, sender_name, password, ...server } = form.value
  const smtp: SmtpServer = { ...server, username: username ?? '', sender_name: sender_name ?? '', password }
  if (smtp.username === '') smtp.password = ''
  else if (password === '') {
    const isKept = known !== null && known.host === smtp.host && known.username === smtp.username
    if (!isKept) return refused(raw, { password: known === null ? 'Indiquez le mot de passe de ce compte.' : RETYPE })
    smtp.password = known.password
  }
  return { ok: true, value: { smtp, pin_obligatoire } }
}

const Connexion = z.object({ facteur_exige: flag, avis_appareils: flag })

export const parseConnexion = (raw: Body): Parsed<z.output<typeof Connexion>> => parseForm(Connexion, raw)

const Carte = z.object({
  tuiles_url: optionalText(500).refine(
    (url) => url === null || readTileServer(url) !== undefined,
    'Indiquez une adresse en « https » qui contient {z}, {x} et {y}, par exemple https://tuiles.exemple.fr/{z}/{x}/{y}.png.',
  ),
  tuiles_mention: optionalText(200).refine(oneLine, ONE_LINE),
})

/** The map block; without images there is nobody to thank. */
export function parseCarte(raw: Body): Parsed<Pick<Settings, 'tuiles_url' | 'tuiles_mention'>> {
  const form = parseForm(Carte, raw)
  if (!form.ok) return form
  const { tuiles_url, tuiles_mention } = form.value
  return { ok: true, value: { tuiles_url: tuiles_url ?? '', tuiles_mention: tuiles_url ? (tuiles_mention ?? '') : '' } }
}

const Accueil = z
  .object({
    accueil_public: flag,
    accueil_texte: optionalText(4000).transform((text) => text ?? ''),
    accueil_nombres: flag,
    accueil_contact: optionalLine(300),
  })
  .refine(({ accueil_public, accueil_texte }) => !accueil_public || accueil_texte !== '', {
    path: ['accueil_texte'],
    error: 'Écrivez quelques phrases de présentation avant de montrer la page.',
  })

export const parseAccueil = (raw: Body): Parsed<z.output<typeof Accueil>> => parseForm(Accueil, raw)

const asWritten = (most: number) => optionalText(most).transform((written) => written ?? '')

const Donnees = z
  .object({
    responsable_donnees: asWritten(500),
    contact_donnees: optionalLine(200),
    sous_traitants: asWritten(1000),
    inutilise_avis_mois: requiredInteger(0, 240),
    inutilise_fermeture_mois: requiredInteger(0, 240),
  })
  .refine(
    ({ inutilise_avis_mois: told, inutilise_fermeture_mois: closed }) => closed === 0 || (told > 0 && closed > told),
    {
      path: ['inutilise_fermeture_mois'],
      error: 'Un compte ne peut être fermé qu’après l’avis\u00a0: indiquez plus de mois que pour celui-ci, ou 0.',
    },
  )

export const parseDonnees = (raw: Body): Parsed<z.output<typeof Donnees>> => parseForm(Donnees, raw)

const Photos = z
  .object({ photos_site_go: requiredInteger(1, 100_000), photos_source_go: requiredInteger(1, 100_000) })
  .refine(({ photos_site_go, photos_source_go }) => photos_source_go <= photos_site_go, {
    path: ['photos_source_go'],
    error: 'Une source ne peut pas avoir plus de place que tout le site.',
  })

export const parsePhotos = (raw: Body): Parsed<z.output<typeof Photos>> => parseForm(Photos, raw)

const Updates = z.object({ update_check_enabled: flag })

export const parseUpdates = (raw: Body) => parseForm(Updates, raw)
