// A link to a view, as it is copied from the address bar of a viewer, gives what makes the address of every view of the register.
// Each platform below says what its links look like; the first that fits counts.

/** A pattern of the repository, and what a register puts in it. */
export interface RecognisedLink {
  platform: string
  /** Placeholders: `{ark}` and `{ark_vue}` or `{vue}`. Without `{vue}` it leads to the register, or to this one view. */
  modele: string
  ark: string | null
  /** The view that the link leads to: a number where the pattern has `{vue}`, else whatever the archive calls it. */
  vue: string | null
  /** People should know this of such links. */
  note?: string
}

/** A link that is dead tomorrow. */
export interface EphemeralLink {
  platform: string
  problem: string
}

type Reader = (url: URL) => RecognisedLink | EphemeralLink | undefined

const ARK = String.raw`ark:\/?\d{5,9}\/[A-Za-z0-9=~*+@_$.:-]+`

/** The address in front of a path, with the path up to an ark. */
const start = (url: URL, before: string | undefined): string => `${url.origin}${before ?? ''}`

const match = (url: URL, pattern: string): RegExpExecArray | null =>
  new RegExp(pattern, 'i').exec(url.pathname.replace(/%3a/gi, ':'))

const isHostOf = (url: URL, domain: string): boolean => url.hostname === domain || url.hostname.endsWith(`.${domain}`)

/** The last number is the view. */
const ligeo: Reader = (url) => {
  const found = match(url, String.raw`^(\/.*?)?(${ARK})\/(daogrp|daoloc|dao)\/(\d+)(?:\/(\d+)?(?:[/;].*)?)?$`)
  if (!found) return undefined
  const [, before, ark = '', group, lot, vue] = found
  return { platform: 'Ligeo', modele: `${start(url, before)}{ark}/${group}/${lot}/{vue}`, ark, vue: vue ?? null }
}

const gallica: Reader = (url) => {
  const found = isHostOf(url, 'gallica.bnf.fr') && match(url, String.raw`^(\/)(${ARK})(?:\/f(\d+))?(?:[./].*)?$`)
  if (!found) return undefined
  // Without a view the sign of the format stands behind the name: « bpt6k1234.image ».
  const ark = (found[2] ?? '').replace(/\..*$/, '')
  return { platform: 'Gallica', modele: `${url.origin}/{ark}/f{vue}.item`, ark, vue: found[3] ?? null }
}

const ACCOUNT =
  'Ces vues demandent un compte : elles s’ouvrent dans une autre fenêtre, et ne peuvent être montrées ici.'

/** A name for each image: links to one do not tell those of the others. */
const familySearch: Reader = (url) => {
  const found = isHostOf(url, 'familysearch.org') && match(url, String.raw`^(\/.*?)?(${ARK})$`)
  if (!found) return undefined
  return { platform: 'FamilySearch', modele: url.href, ark: found[2] ?? null, vue: null, note: ACCOUNT }
}

const geneanet: Reader = (url) => {
  const found = isHostOf(url, 'geneanet.org') && match(url, String.raw`^(\/.*?registres\/view\/)(\d+)(?:\/(\d+))?\/?$`)
  if (!found) return undefined
  const modele = `${start(url, found[1])}{ark}/{vue}`
  return { platform: 'Geneanet', modele, ark: found[2] ?? null, vue: found[3] ?? null, note: ACCOUNT }
}

const SESSION =
  'L’adresse de cette visionneuse (Arkothèque) ne vaut que pour votre visite. Cherchez-y « permalien », « lien permanent » ou « ark », et collez ce lien-là.'

const arkothequeSession: Reader = (url) => {
  const isSession = [...url.searchParams.keys()].some((key) => /^(sid|phpsessid)$/i.test(key))
  return isSession || /[?&;]SID=/i.test(url.href) || /\/visionneuse\/visionneuse\.php$/i.test(url.pathname)
    ? { platform: 'Arkothèque', problem: SESSION }
    : undefined
}

const REGISTER_ONLY = 'Ce lien mène au registre, non à la vue : il faut y chercher la vue par son numéro.'

const archinoe: Reader = (url) => {
  const id = url.searchParams.get('id')
  const found = /^\d+$/.test(id ?? '') && match(url, String.raw`^(\/.*?visualiseur\/[a-z_]+\.html?)$`)
  if (!found) return undefined
  return {
    ...{ platform: 'Archinoë', modele: `${url.origin}${url.pathname}?id={ark}`, ark: id, vue: null },
    note: REGISTER_ONLY,
  }
}

/** Its last two numbers are the size of somebody's screen. */
const thot: Reader = (url) => {
  const found = match(url, String.raw`^(\/.*calculHierarchieDocNum\/)(\d+)(\/[\d:]+)\/\d+\/\d+\/?$`)
  if (!found) return undefined
  const note = `${REGISTER_ONLY} Cette visionneuse (THOT) change ses adresses : gardez aussi la cote.`
  return { platform: 'THOT', modele: url.href, ark: null, vue: null, note }
}

/** An ark with a lot and a view behind it: Mnesys of before. */
const mnesys: Reader = (url) => {
  const found = match(url, String.raw`^(\/.*?)?(${ARK})\/(\d{1,4})\/(\d{1,5})\/?$`)
  if (!found) return undefined
  const [, before, ark = '', lot, vue = ''] = found
  return { platform: 'Mnesys', modele: `${start(url, before)}{ark}/${lot}/{vue}`, ark, vue }
}

const ONE_VIEW = 'Ici, chaque vue a un lien à elle, qui ne dit pas celui des autres : celui-ci ouvre une seule vue.'

/** Newer ones name each view. */
const mnesysNamed: Reader = (url) => {
  const found = match(url, String.raw`^(\/.*?)?(${ARK})\/([0-9a-f]{8,40})\/?$`)
  if (!found || /^\d+$/.test(found[3] ?? '')) return undefined
  const [, before, ark = '', vue = ''] = found
  return { platform: 'Mnesys', modele: `${start(url, before)}{ark}/{ark_vue}`, ark, vue, note: ONE_VIEW }
}

const arkotheque: Reader = (url) => {
  const found = match(url, String.raw`^(\/.*?)?(ark:\/?\d{5,9}\/[0-9a-f]{10,64}(?:\.[0-9a-z]+)*)\/?$`)
  if (!found) return undefined
  const [, before, ark = ''] = found
  return { platform: 'ARK', modele: `${start(url, before)}{ark}`, ark, vue: null, note: REGISTER_ONLY }
}

/** Any other ark: a number behind it is the view. */
const anyArk: Reader = (url) => {
  const found = match(url, String.raw`^(\/.*?)?(${ARK})(?:\/(\d{1,5}))?\/?$`)
  if (!found) return undefined
  const [, before, ark = '', vue] = found
  const modele = `${start(url, before)}{ark}`
  if (vue === undefined) return { platform: 'ARK', modele, ark, vue: null, note: REGISTER_ONLY }
  return { platform: 'ARK', modele: `${modele}/{vue}`, ark, vue }
}

const READERS = [
  ...[arkothequeSession, gallica, familySearch, geneanet, ligeo],
  ...[archinoe, thot, mnesys, mnesysNamed, arkotheque, anyArk],
]

/** Takes a pasted link, an address of the web, to pieces; undefined where no known platform makes such links. */
export function recognise(link: string): RecognisedLink | EphemeralLink | undefined {
  const url = URL.parse(link)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  for (const read of READERS) {
    const found = read(url)
    if (found) return found
  }
  return undefined
}

/** A pattern that somebody typed with `{vue}` in it, with its ark apart where it has one, so that other registers use the same. */
export function arkApart(pattern: string): { modele: string; ark: string | null } {
  const found = new RegExp(String.raw`^(https?:\/\/[^/?#]+(?:\/[^?#]*?)?\/)(${ARK})(?=[/.?#]|$)`, 'i').exec(pattern)
  if (!found || pattern.includes('{ark')) return { modele: pattern, ark: null }
  const [whole, before = '', ark = ''] = found
  return { modele: `${before}{ark}${pattern.slice(whole.length)}`, ark }
}
