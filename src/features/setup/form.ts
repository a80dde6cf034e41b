import { z } from 'zod'
import { isMailbox } from '../../lib/mailer.ts'
import { isHost } from '../../lib/network.ts'
import {
  asTyped,
  type Body,
  choice,
  type FormErrors,
  flag,
  optionalText,
  type Parsed,
  parseForm,
  refused,
  requiredInteger,
  shown,
  text,
} from '../../web/form.ts'
import { passwordProblem } from '../auth/rules/password.ts'
import { messagerieOf } from '../parametres/rules/messageries.ts'
import { emailProblem, nameProblem } from '../users/rules/identity.ts'
import type { PostgresChoice, Progress } from './rules/progress.ts'

const SOCKET_FOLDER = /^\/[^\s?#]*$/

const Engine = z.object({ moteur: choice(['sqlite', 'postgresql'], 'Choisissez l’un des deux moteurs.') })

const Sqlite = z.object({ fichier: text(200, 'Indiquez le nom du fichier, par exemple « database.sqlite ».') })

const Postgresql = z.object({
  hote: text(255, 'Indiquez l’ordinateur où se trouve PostgreSQL, par exemple « localhost ».').refine(
    (host) => isHost(host) || SOCKET_FOLDER.test(host),
    'Indiquez un nom d’ordinateur ou une adresse, sans port ni « postgres:// ».',
  ),
  port: requiredInteger(1, 65_535),
  base: text(63, 'Indiquez le nom de la base.').refine(
    (name) => /^[\p{L}\p{N}_.-]+$/u.test(name),
    'Un nom de base ne contient que des lettres, des chiffres, des points, des tirets et des tirets bas.',
  ),
  utilisateur: text(63, 'Indiquez l’utilisateur de la base.'),
  mot_de_passe: asTyped,
  ssl: choice(['sans', 'chiffre', 'verifie']),
})

type Chosen = { moteur: 'sqlite'; fichier: string } | PostgresChoice

/** A password accepted before serves again only for the same server and user: it is never sent elsewhere. */
function keptPassword(chosen: PostgresChoice, progress: Progress): string | undefined {
  return [progress.essai, progress.database]
    .filter((known) => known?.moteur === 'postgresql')
    .find(
      (known) => known.hote === chosen.hote && known.port === chosen.port && known.utilisateur === chosen.utilisateur,
    )?.mot_de_passe
}

/** Step 2: the engine and, of the chosen one only, where its base is. */
export function parseDatabase(raw: Body, progress: Progress): Parsed<Chosen> {
  const engine = parseForm(Engine, raw)
  if (!engine.ok) return engine
  if (engine.value.moteur === 'sqlite') {
    const form = parseForm(Sqlite, raw)
    return form.ok ? { ok: true, value: { moteur: 'sqlite', ...form.value } } : form
  }
  const form = parseForm(Postgresql, raw)
  if (!form.ok) return form
  const chosen: PostgresChoice = { moteur: 'postgresql', ...form.value }
  if (chosen.mot_de_passe === '') chosen.mot_de_passe = keptPassword(chosen, progress) ?? ''
  return { ok: true, value: chosen }
}

/** The origin behind a typed public address, null where none was typed, undefined where it is none. */
function originOf(typed: string | null): string | null | undefined {
  if (typed === null) return null
  const url = URL.parse(typed)
  const plain =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  return plain ? url.origin : undefined
}

const Site = z.object({
  site_name: text(100, 'Donnez un nom à votre site, par exemple celui de votre association.'),
  app_url: optionalText(300),
  messagerie: optionalText(20).refine(
    (code) => code === null || messagerieOf(code) !== undefined,
    'Choisissez une messagerie de la liste, ou « Plus tard ».',
  ),
  courriel_adresse: optionalText(254),
  courriel_mot_de_passe: asTyped,
  sans_logo: flag,
})

export interface SiteAnswer {
  /** `app_url` null: the address that each browser asks for. */
  site: NonNullable<Progress['site']>
  /** undefined: mail waits for the settings. */
  courriel: Progress['courriel']
  dropsLogo: boolean
}

/** The account of the chosen provider, or what is wrong with it; one that was accepted before keeps its password. */
function accountOf({ messagerie, ...typed }: z.output<typeof Site>, known: Progress['courriel']) {
  const errors: FormErrors = {}
  if (messagerie === null) return { courriel: undefined, errors }
  const adresse = typed.courriel_adresse ?? ''
  const isKept = known?.messagerie === messagerie && known.adresse === adresse
  const mot_de_passe = typed.courriel_mot_de_passe || (isKept ? known.mot_de_passe : '')
  if (!isMailbox(adresse))
    errors.courriel_adresse = 'Indiquez l’adresse de cette messagerie, par exemple cercle@exemple.fr.'
  if (mot_de_passe === '') errors.courriel_mot_de_passe = 'Indiquez le mot de passe de cette messagerie.'
  return { courriel: { messagerie, adresse, mot_de_passe }, errors }
}

/** Step 3. `courriel`: what was accepted before. */
export function parseSite(raw: Body, { courriel: known }: Pick<Progress, 'courriel'>): Parsed<SiteAnswer> {
  const form = parseForm(Site, raw)
  if (!form.ok) return form
  const app_url = originOf(form.value.app_url)
  const { courriel, errors } = accountOf(form.value, known)
  if (app_url === undefined)
    errors.app_url = 'Indiquez une adresse sans chemin, par exemple https://releves.exemple.fr.'
  if (app_url === undefined || Object.keys(errors).length > 0) return refused(raw, errors)
  return {
    ok: true,
    value: { site: { site_name: form.value.site_name, app_url }, courriel, dropsLogo: form.value.sans_logo },
  }
}

/** `password` undefined: the one accepted before stays. */
export interface AdminAnswer {
  name: string
  email: string
  password: string | undefined
}

const typed = (raw: Body, name: string): string => shown(raw, name).normalize('NFC').trim()

/** Step 4: the rules of any account. `hasPassword`: one was accepted before, and two empty fields keep it. */
export function parseAdmin(raw: Body, siteName: string, hasPassword: boolean): Parsed<AdminAnswer> {
  const [name, email] = [typed(raw, 'name'), typed(raw, 'email')]
  const [password, again] = [shown(raw, 'password'), shown(raw, 'password2')]
  const keeps = hasPassword && password === '' && again === ''
  const problems: Record<string, string | undefined> = {
    name: nameProblem(name),
    email: emailProblem(email),
    password: keeps ? undefined : passwordProblem(password, [name, email, siteName]),
    password2: password === again ? undefined : 'Les deux mots de passe ne sont pas les mêmes.',
  }
  const errors: FormErrors = {}
  for (const [field, problem] of Object.entries(problems)) if (problem) errors[field] = problem
  if (Object.keys(errors).length > 0) return refused(raw, errors)
  return { ok: true, value: { name, email, password: keeps ? undefined : password } }
}
