import type { Context } from 'hono'
import { champText, storedValue, withPlaceNames } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'
import { lecturesOf } from '../../../champs/lectures.ts'
import { champsKeeping } from '../../../champs/read.ts'
import type { Verdict } from '../../../db/schema-revue.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import { NBSP } from '../../../lib/typo.ts'
import type { AppEnv } from '../../../web/env.ts'
import { type Body, type FormErrors, shown } from '../../../web/form.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { warningsOfAct } from '../../avertissements/queries/warnings.ts'
import { WarningList } from '../../avertissements/warning-views.tsx'
import { canManageSource } from '../../droits/policy.ts'
import { threadsOfAct } from '../../fils/queries.ts'
import { Threads } from '../../fils/thread-views.tsx'
import { besideInRegister, registerOrder } from '../../releves/queries/order.ts'
import { placeNamesOf } from '../../releves/queries/place-names.ts'
import { type Releve, relevesByIds } from '../../releves/queries/records.ts'
import { shownRecord } from '../../releves/rules/display.ts'
import { actTitle } from '../../releves/rules/insertion.ts'
import { countOpenSeconds } from '../../sources/queries/second-keying.ts'
import { findVisibleSource, type VisibleSource } from '../../sources/queries/sources.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { ActCut } from '../../vues/act-views.tsx'
import { allowPictures } from '../../vues/allowed-images.tsx'
import { viewOfAct } from '../../vues/queries/act.ts'
import { showingOf } from '../../vues/queries/views.ts'
import { sampleOf } from '../sample-actions.ts'
import { figuresOf, sampledActs } from '../sample-queries.ts'
import { hasKeysOn, judgedBefore, othersIn, standingOf } from './act-queries.ts'
import { takeAct } from './actions.ts'
import { storedField, type TypedField } from './field-reading.ts'
import type { FieldFormProps } from './field-views.tsx'
import { actePath } from './frame-views.tsx'
import { countQueue, type Reading } from './queries.ts'
import type { Beside, ShownAct } from './shown-views.tsx'
import { acteTitle, CockpitPage } from './views.tsx'

const NOT_YOURS = 'Relire et valider revient aux gestionnaires de la section et aux administrateurs.'
const NOT_HERE = 'Cet acte n’est pas dans cette source\u00a0: il a été supprimé ou déplacé.'

/** The source of this id, which this user must be able to decide on. */
export async function readSource(c: Context<AppEnv>, id: number): Promise<VisibleSource> {
  const source = await findVisibleSource(c.var.deps.db, c.var.user, id)
  ensure(canManageSource(c.var.user, source), NOT_YOURS)
  return source
}

export interface Asked {
  /** The act that is asked for by its number. */
  releve?: number | undefined
  wantsRest: boolean
  /** The field whose form is open, and whether that says it is doubtful. */
  champ?: string | undefined
  geste?: FieldFormProps['geste']
  /** The form of that field as it was typed. */
  form?: TypedField | undefined
  words?: FieldFormProps['words']
  fieldError?: string | undefined
  told?: { raw: Body; errors: FormErrors; open: 'question' | 'erreur' | undefined }
  notice?: { text: string; isError: boolean } | undefined
  status?: 200 | 409 | 422
}

/** The next act of a source that is read over, or the one asked for. */
export async function cockpit(c: Context<AppEnv>, source: VisibleSource, asked: Asked) {
  const { db, clock } = c.var.deps
  if (source.status !== 'a_valider')
    return seeOther(c, `/sources/${source.id}`, leftSentence(asked.notice?.text), 'err')
  const now = clock().toISOString()
  const sample = await sampleOf(db, source, now)
  const reading: Reading = { source, sample, userId: c.var.user.id, wantsRest: asked.wantsRest, now }
  const taken = await takenAct(c, reading, asked.releve)
  const [act, others, sampled, waiting, { aArbitrer }, hasKeys] = await Promise.all([
    taken && shownAct(c, source, taken, asked),
    othersIn(db, reading),
    sample && sampledActs(db, sample),
    countQueue(db, reading),
    countOpenSeconds(db, source.id),
    hasKeysOn(db, c.var.user.id),
  ])
  const head = {
    ...{ source, waiting, aArbitrer, hasKeys },
    figures: sampled && figuresOf(sampled),
    others: others.map(({ name, ...other }) => `${name} lit l’acte ${placeName(other)}.`),
    wantsRest: asked.wantsRest,
    readsAll: source.relecture === 'tous',
    notice: asked.notice,
  }
  const breadcrumb = [
    { href: '/revue', label: 'Sources à valider' },
    { href: `/revue/${source.id}`, label: source.titre },
  ]
  return page(c, acteTitle(source), <CockpitPage head={head} act={act} />, {
    status: asked.status ?? 200,
    breadcrumb,
    scripts: 'relecture',
  })
}

const leftSentence = (notice = ''): string => `${notice} Cette source n’est plus à valider.`.trim()

/** « n° 34 » where the act has a number, else its names. */
function placeName({ id, data }: Pick<Releve, 'id' | 'data'>): string {
  const numero = storedValue(data, 'numero') ?? storedValue(data, 'numero_acte')
  return typeof numero === 'number' || typeof numero === 'string' ? `n°${NBSP}${numero}` : actTitle({ id, data })
}

/** An act that went between the choice and the look is no act: the next one is taken. */
async function takenAct(c: Context<AppEnv>, reading: Reading, asked: number | undefined) {
  const { db } = c.var.deps
  const find = async (id: number) => (await relevesByIds(db, [id])).find((one) => one.source_id === reading.source.id)
  const known = asked === undefined ? undefined : await find(asked)
  if (asked !== undefined && !known) throw new AppError('introuvable', NOT_HERE)
  const taken = await takeAct(db, reading, asked)
  const releve = known ?? (taken && (await find(taken.id)))
  return releve && { releve, turn: taken?.turn }
}

type Taken = NonNullable<Awaited<ReturnType<typeof takenAct>>>

async function shownAct(
  c: Context<AppEnv>,
  source: VisibleSource,
  { releve, turn }: Taken,
  asked: Asked,
): Promise<ShownAct> {
  const { db } = c.var.deps
  const { id, version } = releve
  const champs = champsKeeping(await champsOf(db, source.type_source_id), releve.data)
  const [names, warnings, standing, threads, picture, beside, before] = await Promise.all([
    placeNamesOf(db, champs, [releve]),
    warningsOfAct(db, source.id, id),
    standingOf(db, { source_id: source.id, id, version }, c.var.user.id),
    threadsOfAct(db, id),
    pictureOf(c, source, releve),
    besideOf(c, releve),
    judgedBefore(db, source.id, c.var.user.id, id),
  ])
  const warned = new Set(warnings.map(({ champ }) => champ))
  const { last, isOwnCorrection } = standing
  return {
    ...{ id, version, turn, warned },
    title: actTitle(releve),
    ...shownRecord(champs, releve, names),
    warnings: warnings.length > 0 && (
      <section aria-label="À voir">
        <h3>À voir</h3>
        <WarningList {...{ source, warnings, champs }} retour={actePath(source.id)} canAccept />
      </section>
    ),
    threads: <Threads releveId={id} threads={threads} champs={champs} canSpeak={false} canPropose={false} />,
    ...{ picture, beside, before },
    first: firstField(champs, warned)?.nom,
    said: last && saidSentence(last),
    isOwnCorrection: isOwnCorrection && source.quatre_yeux,
    field: fieldForm({ source, releve, champs, names, asked }),
    told: asked.told ?? { raw: {}, errors: {}, open: undefined },
  }
}

interface FieldInHand {
  source: VisibleSource
  releve: Releve
  champs: readonly Champ[]
  names: ReadonlyMap<number, string>
  asked: Asked
}

function fieldForm({ source, releve, champs, names, asked }: FieldInHand): FieldFormProps | undefined {
  const champ = champs.find(({ nom }) => nom === asked.champ)
  if (!champ) return undefined
  const { geste = 'corrige', words = NO_WORDS, wantsRest, fieldError: error } = asked
  const stored = storedField(champ, releve, names)
  const doubted =
    geste === 'douteux' ? { ...stored, raw: { ...stored.raw, [`etats[${champ.nom}]`]: 'douteux' } } : stored
  const stands = {
    text: champText(champ, withPlaceNames([champ], releve.data, names)),
    lectures: lecturesOf(releve.lectures, champ.nom),
  }
  return { source, act: releve, champ, form: asked.form ?? doubted, geste, stands, wantsRest, words, error }
}

const NO_WORDS: FieldFormProps['words'] = { poids: '', motif: '', garder: false, lecture: '' }

/** The field that C opens: one that the machine points at, else the surname. */
const firstField = (champs: readonly Champ[], warned: ReadonlySet<string>): Champ | undefined =>
  champs.find(({ nom }) => warned.has(nom)) ?? champs.find(({ nom }) => nom === 'nom') ?? champs[0]

const VERDICT_WORDS: Record<Verdict, string> = {
  bon: 'l’a trouvé bon',
  corrige: 'l’a corrigé',
  douteux: 'y a vu un doute ou une erreur',
  question: 'a posé une question',
  passe: 'est passé à un autre',
}

const saidSentence = ({ verdict, name }: { verdict: Verdict; name: string | null }): string =>
  `${name ?? 'Une personne dont le compte est supprimé'} ${VERDICT_WORDS[verdict]}.`

async function besideOf(c: Context<AppEnv>, releve: Releve): Promise<Beside[]> {
  const { db } = c.var.deps
  const order = await registerOrder(db, releve.source_id)
  const before = await besideInRegister(order, releve.id, 'before')
  const after = await besideInRegister(order, releve.id, 'after')
  const acts = await relevesByIds(
    db,
    [before, after].filter((id) => id !== undefined),
  )
  return acts.map((act) => ({ id: act.id, title: actTitle(act), side: act.id === before ? 'before' : 'after' }))
}

/** The strip of the register that the act stands in; null where the source has no view of it. */
export async function pictureOf(
  c: Context<AppEnv>,
  source: VisibleSource,
  { data, repere, ...releve }: Pick<Releve, 'id' | 'data' | 'repere'>,
) {
  const { db } = c.var.deps
  const vue = await viewOfAct(db, source.id, String(storedValue(data, 'vue') ?? ''))
  if (!vue) return null
  const showing = await showingOf(db, source.id)
  allowPictures(c, showing)
  const alt = `L’acte dans son registre : ${actTitle({ id: releve.id, data })}`
  return <ActCut {...{ sourceId: source.id, vue, showing, repere, alt }} />
}

const GESTES = ['douteux', 'lecture'] as const

/** Reads what an address of the cockpit asks for. */
export function askedBy(query: Body): Asked {
  const releve = Number(shown(query, 'releve'))
  return {
    releve: Number.isSafeInteger(releve) && releve > 0 ? releve : undefined,
    wantsRest: shown(query, 'suite') === '1',
    champ: shown(query, 'champ') || undefined,
    geste: GESTES.find((geste) => geste === shown(query, 'geste')) ?? 'corrige',
  }
}
