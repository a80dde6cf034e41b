import { z } from 'zod'
import { type Elsewhere, PLACE_KINDS, type PlaceKind } from '../../../lib/elsewhere.ts'
import { isHost, isReservedTarget } from '../../../lib/network.ts'
import {
  asTyped,
  type Body,
  choice,
  type FormErrors,
  flag,
  ONE_LINE,
  oneLine,
  optionalLine,
  optionalText,
  type Parsed,
  parseForm,
  refused,
  requiredInteger,
  shown,
  text,
} from '../../../web/form.ts'

export const SHORTEST_PHRASE = 16
const LONGEST_KEY = 20_000
const SSH_PORT = '22'

const isLocal = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host)

/** An address of the web without an account in it; encrypted, unless it is on this machine. */
function isWebAddress(value: string): boolean {
  const url = URL.parse(value)
  if (!url || [url.username, url.password, url.search, url.hash].some((part) => part !== '')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname))
}

const isNotReserved = (host: string): boolean => !isReservedTarget(host.replace(/^\[|\]$/g, ''))
const RESERVED = 'Cette adresse est réservée\u00a0: aucun stockage ne s’y trouve.'

const webAddress = (example: string) =>
  text(500, 'Indiquez l’adresse.')
    .refine(isWebAddress, `Indiquez une adresse en « https », sans identifiant, par exemple ${example}.`)
    .refine((value) => isNotReserved(URL.parse(value)?.hostname ?? ''), RESERVED)

const common = {
  identifiant: text(255, 'Indiquez l’identifiant de ce compte.').refine(oneLine, ONE_LINE),
  secret: asTyped,
  chaque_nuit: flag,
}

/** Leaves out what would make two folders of one. */
const isFolder = (value: string): boolean => !value.split('/').includes('..')
const folder = optionalLine(500).refine(isFolder, 'Ce chemin ne doit pas contenir « .. ».')

const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/

const FORMS = {
  sftp: z.object({
    ...common,
    adresse: text(255, 'Indiquez le serveur, par exemple « sftp.exemple.fr ».')
      .refine(isHost, 'Indiquez un nom de serveur ou une adresse, sans port ni « sftp:// ».')
      .refine(isNotReserved, RESERVED),
    port: requiredInteger(1, 65_535),
    dossier: folder,
    cle_privee: optionalText(LONGEST_KEY).transform((key) => (key === null ? '' : `${key}\n`)),
    cle_hote: optionalLine(100).refine(
      (value) => value === '' || FINGERPRINT.test(value),
      'Une empreinte s’écrit « SHA256: » suivi de 43 signes. Laissez vide\u00a0: le premier essai la lira.',
    ),
  }),
  webdav: z.object({
    ...common,
    adresse: webAddress('https://nuage.exemple.fr/remote.php/dav/files/asso/copies/'),
  }),
  s3: z.object({
    ...common,
    adresse: webAddress('https://s3.fr-par.exemple.fr'),
    region: text(100, 'Indiquez la région que donne l’hébergeur\u00a0; sans elle, « us-east-1 ».').refine(
      oneLine,
      ONE_LINE,
    ),
    seau: text(63, 'Indiquez le nom du seau (bucket).').refine(
      (name) => /^[a-z0-9][a-z0-9.-]+$/i.test(name),
      'Un nom de seau n’a que des lettres sans accent, des chiffres, des points et des tirets.',
    ),
    dossier: folder,
    par_chemin: flag,
  }),
}

const EMPTY: Elsewhere = {
  ...{ sorte: 'sftp', adresse: '', port: 0, dossier: '', identifiant: '', secret: '', cle_privee: '', cle_hote: '' },
  ...{ region: '', seau: '', par_chemin: false, phrase: '', chaque_nuit: false, marque: '' },
}

const READ: Record<PlaceKind, (raw: Body) => Parsed<Partial<Elsewhere>>> = {
  sftp: (raw) => parseForm(FORMS.sftp, { port: SSH_PORT, ...raw }),
  webdav: (raw) => parseForm(FORMS.webdav, raw),
  s3: (raw) => parseForm(FORMS.s3, raw),
}

const RETYPE = 'L’adresse ou l’identifiant a changé\u00a0: tapez de nouveau ce secret.'

/** A secret that was left empty stays as it is, but never goes to another server: who may change settings must not learn it that way. */
function withKeptSecrets(place: Elsewhere, known: Elsewhere | null): FormErrors {
  const isSame = (['sorte', 'adresse', 'port', 'identifiant'] as const).every((name) => known?.[name] === place[name])
  if (place.secret !== '' || place.cle_privee !== '') return {}
  if (known === null) return { secret: 'Indiquez le mot de passe, ou la clé, de ce compte.' }
  if (!isSame) return { secret: RETYPE }
  Object.assign(place, { secret: known.secret, cle_privee: known.cle_privee })
  return {}
}

/** The passphrase: typed twice alike, long enough, or left as it is. */
function phraseErrors(place: Elsewhere, raw: Body, known: Elsewhere | null): FormErrors {
  const again = shown(raw, 'phrase_encore')
  if (place.phrase === '' && again === '' && known !== null) {
    place.phrase = known.phrase
    return {}
  }
  if (place.phrase.trim().length < SHORTEST_PHRASE)
    return {
      phrase: `Choisissez une phrase d’au moins ${SHORTEST_PHRASE} caractères, par exemple cinq mots sans lien.`,
    }
  return place.phrase === again ? {} : { phrase_encore: 'Les deux phrases ne sont pas les mêmes.' }
}

/** A new server has another key: the first test reads it anew. */
function forgetKey(place: Elsewhere, known: Elsewhere | null): void {
  const isOther = known !== null && (known.adresse !== place.adresse || known.port !== place.port)
  if (isOther && place.cle_hote === known.cle_hote) place.cle_hote = ''
}

/** The kind that a form or an address names; SFTP where it names none. */
export const kindIn = (raw: Body): PlaceKind => PLACE_KINDS.find((kind) => kind === shown(raw, 'sorte')) ?? 'sftp'

/** The place that a form describes, complete; secrets that were left empty are those in force. */
export function parseElsewhere(raw: Body, known: Elsewhere | null): Parsed<Elsewhere> {
  const kind = parseForm(z.object({ sorte: choice(PLACE_KINDS), phrase: asTyped }), raw)
  if (!kind.ok) return kind
  const { sorte, phrase } = kind.value
  const typed = READ[sorte](raw)
  const marque = known?.marque ?? ''
  const place: Elsewhere = { ...EMPTY, ...(typed.ok && typed.value), sorte, phrase, marque }
  const errors = {
    ...(typed.ok ? withKeptSecrets(place, known) : typed.errors),
    ...phraseErrors(place, raw, known),
  }
  if (Object.keys(errors).length > 0) return refused(raw, errors)
  forgetKey(place, known)
  return { ok: true, value: place }
}
