import type { Context } from 'hono'
import { CellError } from '../../../champs/kind.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import { safePath } from '../../../web/address.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { type Body, type FormErrors, readBody, readQuery, shown } from '../../../web/form.ts'
import { idParam } from '../../../web/params.ts'
import { seeOther, wantsFragment } from '../../../web/render.tsx'
import { canWriteReleves, mayCorrect } from '../../droits/policy.ts'
import { aboutAct } from '../../fils/actions.ts'
import { actsById } from '../../fils/queries.ts'
import { lookupOf } from '../../lieux/queries/lookup.ts'
import { notifyOptions } from '../../notifications/actions.ts'
import { entryNeighboursOf } from '../../releves/queries/records.ts'
import { authorName } from '../../releves/rules/history.ts'
import { judge, keepKeys, OWN_CORRECTION } from './actions.ts'
import { addLecture, correctField } from './correct-actions.ts'
import { readField } from './field-reading.ts'
import { fieldAsked, parseVerdict, parseWords, typedVersion } from './form.ts'
import { actePath } from './frame-views.tsx'
import { type Judged, judgedAct } from './judged.tsx'
import { type Asked, askedBy, cockpit, readSource } from './page.tsx'

/** One act at a time of a source that is read over; mounted at the root, as a word on an act belongs to that act. */
export const acteRoutes = router()

acteRoutes.get('/revue/:id/acte', async (c) => cockpit(c, await readSource(c, idParam(c)), askedBy(readQuery(c))))

acteRoutes.post('/revue/touches', async (c) => {
  const raw = await readBody(c)
  const isOn = shown(raw, 'touches') === '1'
  await keepKeys(c.var.deps.db, c.var.user.id, isOn)
  const said = isOn ? 'Les touches de la relecture sont remises.' : 'Les touches de la relecture sont coupées.'
  return seeOther(c, safePath(shown(raw, 'retour')), said)
})

/** Without a script the next act is a page of its own; a script gets it in the answer, which spares it a way there and back. */
function nextAct(c: Context<AppEnv>, opened: Judged, asked: Asked, said?: string) {
  const path = actePath(opened.source.id)
  const query = [asked.releve && `releve=${asked.releve}`, asked.wantsRest && 'suite=1'].filter(Boolean).join('&')
  const address = query === '' ? path : `${path}?${query}`
  if (!wantsFragment(c)) return seeOther(c, address, said)
  c.header('HX-Replace-Url', address)
  return cockpit(c, opened.source, { ...asked, ...(said !== undefined && { notice: { text: said, isError: false } }) })
}

acteRoutes.post('/releves/:id/avis', async (c) => {
  const opened = await judgedAct(c)
  const raw = await readBody(c)
  const { releve, source } = opened
  const wantsRest = shown(raw, 'suite') === '1'
  const form = parseVerdict(raw)
  if (!form.ok) return cockpit(c, source, refused(releve.id, raw, form.errors))
  const { verdict, poids, texte } = form.value
  const now = c.var.deps.clock().toISOString()
  const version = typedVersion(raw)
  const judgement = { id: releve.id, source_id: source.id, version, verdict, poids, texte, user_id: c.var.user.id, now }
  const [entered] = await actsById(c.var.deps.db, [releve.id])
  const told = { ...releve, version, created_by: entered?.created_by ?? null }
  const act = aboutAct({ act: told, source, champs: opened.champs }, null)
  const asking = { act, by: c.var.user, options: notifyOptions(c.var.deps) }
  const kept = await unlessMoved(() => judge(c.var.deps.db, judgement, asking))
  if (kept === 'moved') return overtaken(c, { wantsRest })
  if (!kept) return cockpit(c, source, refused(releve.id, raw, { raison: OWN_CORRECTION }))
  return nextAct(c, opened, { wantsRest })
})

/** 422: the act again, with what was typed and why it is refused. */
function refused(releve: number, raw: Body, errors: FormErrors): Asked {
  const open = { question: 'question', douteux: 'erreur' } as const
  const verdict = shown(raw, 'verdict')
  const isApart = verdict === 'question' || verdict === 'douteux'
  const wantsRest = shown(raw, 'suite') === '1'
  const [first] = Object.values(errors)
  return {
    ...{ releve, wantsRest, status: 422, notice: { text: first ?? '', isError: true } },
    told: { raw, errors, open: isApart ? open[verdict] : undefined },
  }
}

async function unlessMoved<T>(work: () => Promise<T>): Promise<T | 'moved' | CellError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CellError) return error
    if (error instanceof AppError && ['conflit', 'introuvable'].includes(error.code)) return 'moved'
    throw error
  }
}

/** 409: somebody changed the act, or took it away, while it was read. What is there now is shown; nothing was kept of what was said. */
async function overtaken(c: Context<AppEnv>, asked: Asked) {
  const { releve, source, isDeleted } = await judgedAct(c)
  const by = authorName(releve.editor)
  const text = isDeleted
    ? `Cet acte vient d’être supprimé par ${by}\u00a0: ce que vous en disiez n’a pas été gardé. Voici le suivant.`
    : `Cet acte vient d’être modifié par ${by}\u00a0: le voici tel qu’il est maintenant. Ce que vous disiez de l’ancienne version n’a pas été gardé\u00a0: regardez-le, puis dites-le de nouveau.`
  const shownNow = isDeleted ? { wantsRest: asked.wantsRest } : { ...asked, releve: releve.id }
  return cockpit(c, source, { ...shownNow, notice: { text, isError: true }, status: 409 })
}

const CLOSED = 'Les relevés de cette source ne se corrigent plus\u00a0: elle n’est plus à valider.'
/** « Vous aviez tapé… »: the page that refuses has no form that could keep it. */
function typedWords(raw: Body): string {
  const typed = Object.keys(raw)
    .filter((name) => name.startsWith('data['))
    .map((name) => shown(raw, name))
    .filter((text) => text !== '')
  return typed.length === 0 ? '' : ` Vous aviez tapé\u00a0: «\u00a0${typed.join(' ')}\u00a0».`
}

const SAME = 'Le champ dit déjà cela\u00a0: rien n’a été changé. « V » dit que l’acte est bon.'

acteRoutes.post('/releves/:id/correction', async (c) => {
  const { db, clock } = c.var.deps
  const opened = await judgedAct(c)
  const { releve, source, champs } = opened
  const raw = await readBody(c)
  ensure(mayCorrect(c.var.user, source) || canWriteReleves(c.var.user, source), `${CLOSED}${typedWords(raw)}`)
  const champ = champs.find(({ nom }) => nom === fieldAsked(raw))
  if (!champ) throw new AppError('introuvable', 'Ce champ n’existe pas dans ce relevé.')
  const read = await readField(champ, raw, lookupOf(db), {
    before: async () => (await entryNeighboursOf(db, releve)).previous?.data,
    stored: releve.data,
  })
  const asked = {
    ...askedBy(raw),
    releve: releve.id,
    words: wordsTyped(raw),
  }
  const geste: 'douteux' | 'corrige' = shown(raw, 'verdict') === 'douteux' ? 'douteux' : 'corrige'
  if (!read.ok) return cockpit(c, source, { ...asked, geste, form: read.form, status: read.status })
  const words = parseWords(raw)
  const form = { ...asked, geste, form: { raw } }
  if (!words.ok) return cockpit(c, source, { ...form, fieldError: Object.values(words.errors)[0], status: 422 })
  const correction = {
    ...{ id: releve.id, source_id: source.id, version: typedVersion(raw), champ, verdict: geste, ...words.value },
    ...{ data: read.data, etats: read.etats, user_id: c.var.user.id, now: clock().toISOString() },
    keepsOld: shown(raw, 'garder') === '1',
  }
  const done = opened.isDeleted ? 'moved' : await unlessMoved(() => correctField(db, correction))
  if (done instanceof CellError) return cockpit(c, source, { ...form, fieldError: done.message, status: 422 })
  if (done === 'moved') return overtaken(c, form)
  if (!done) return cockpit(c, source, { ...form, fieldError: SAME, status: 422 })
  const stays = shown(raw, 'rester') === '1'
  const said = [`Corrigé\u00a0: ${champ.label}.`, read.remark].filter(Boolean).join(' ')
  return nextAct(c, opened, { wantsRest: asked.wantsRest, ...(stays && { releve: releve.id }) }, said)
})

const wordsTyped = (raw: Body) => ({
  poids: shown(raw, 'poids'),
  motif: shown(raw, 'motif'),
  garder: shown(raw, 'garder') === '1',
  lecture: shown(raw, 'lecture'),
})

const NO_READING = 'Écrivez ce que vous lisez.'
const KNOWN_READING = 'Le champ dit déjà cela, comme valeur ou comme autre lecture.'

acteRoutes.post('/releves/:id/autre-lecture', async (c) => {
  const { db, clock } = c.var.deps
  const opened = await judgedAct(c)
  const { releve, source, champs } = opened
  const raw = await readBody(c)
  const lecture = shown(raw, 'lecture')
  ensure(mayCorrect(c.var.user, source) || canWriteReleves(c.var.user, source), CLOSED)
  const champ = champs.find(({ nom }) => nom === fieldAsked(raw))
  if (!champ) throw new AppError('introuvable', 'Ce champ n’existe pas dans ce relevé.')
  const asked: Asked = { ...askedBy(raw), releve: releve.id, geste: 'lecture', words: wordsTyped(raw) }
  const refused = (fieldError: string | undefined) => cockpit(c, source, { ...asked, fieldError, status: 422 })
  const words = parseWords(raw)
  if (!words.ok) return refused(Object.values(words.errors)[0])
  if (lecture.trim() === '') return refused(NO_READING)
  const said = {
    ...{ id: releve.id, source_id: source.id, version: typedVersion(raw), champ, lecture, motif: words.value.motif },
    ...{ user_id: c.var.user.id, now: clock().toISOString() },
  }
  const done = opened.isDeleted ? 'moved' : await unlessMoved(() => addLecture(db, said))
  if (done === 'moved') return overtaken(c, asked)
  if (done instanceof CellError) return refused(done.message)
  if (!done) return refused(KNOWN_READING)
  const stays = shown(raw, 'rester') === '1'
  const { wantsRest } = asked
  return nextAct(
    c,
    opened,
    { wantsRest, ...(stays && { releve: releve.id }) },
    `Autre lecture gardée\u00a0: ${champ.label}.`,
  )
})
