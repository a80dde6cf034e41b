import type { Context } from 'hono'
import { champText } from '../../../champs/index.ts'
import { CellError, type Champ } from '../../../champs/kind.ts'
import { lecturesOf } from '../../../champs/lectures.ts'
import { releveTitle } from '../../../champs/title.ts'
import { AppError, ensure } from '../../../lib/errors.ts'
import { type AppEnv, router } from '../../../web/env.ts'
import { readBody, shown } from '../../../web/form.ts'
import { page, seeOther } from '../../../web/render.tsx'
import { canWriteReleves } from '../../droits/policy.ts'
import { saveLectures } from '../actions/lectures.ts'
import { typedVersion } from '../form.ts'
import { canCorrectReleves } from '../policy.ts'
import { LecturesPage } from '../views/lectures.tsx'
import { authorOf, releveCrumbs } from './desk.tsx'
import { type Opened, openedOf, recordOf } from './opened.tsx'

/** Pages of what somebody else reads in a field, beside its value. */
export const lecturesRoutes = router()

const NOT_YOURS =
  'Les autres lectures sont tenues par les personnes qui peuvent corriger ce relevé\u00a0: celles qui saisissent dans la source tant qu’elle est ouverte, ses gestionnaires tant qu’elle se relit.'

interface OpenedField extends Opened {
  champ: Champ
}

/** The field that the path names. 404 where the record has none of this name. */
function fieldOf(c: Context<AppEnv>, opened: Opened): OpenedField {
  ensure(canCorrectReleves(c.var.user, opened.source), NOT_YOURS)
  const champ = opened.champs.find(({ nom }) => nom === c.req.param('nom'))
  if (!champ) throw new AppError('introuvable', 'Ce champ n’existe pas dans ce relevé.')
  return { ...opened, champ }
}

interface Typed {
  typed: string
  error?: string
  status?: 200 | 409 | 422
}

function lecturesPage(c: Context<AppEnv>, opened: OpenedField, { typed, error, status = 200 }: Typed) {
  const { releve, source, champ } = opened
  const title = `Autres lectures\u00a0: ${champ.label}, ${releveTitle(releve)}`
  const props = { title, releve, source, champ, value: champText(champ, releve.data), typed, error }
  return page(c, title, <LecturesPage {...props} />, { status, breadcrumb: releveCrumbs(source) })
}

lecturesRoutes.get('/releves/:id/lectures/:nom', async (c) => {
  const opened = fieldOf(c, { ...(await recordOf(c)), isDeleted: false })
  return lecturesPage(c, opened, { typed: lecturesOf(opened.releve.lectures, opened.champ.nom).join('\n') })
})

const MOVED =
  'Ce relevé a été modifié ou supprimé entre-temps\u00a0: rien n’a été enregistré. Ce que vous avez tapé est toujours là\u00a0; regardez le relevé, puis enregistrez de nouveau.'

lecturesRoutes.post('/releves/:id/lectures/:nom', async (c) => {
  const opened = fieldOf(c, await openedOf(c))
  const { releve, source, champ } = opened
  const posted = await readBody(c)
  const typed = shown(posted, 'lectures')
  const version = typedVersion(posted) ?? 0
  const mustBeOpen = canWriteReleves(c.var.user, source)
  const save = { id: releve.id, champ, version, lectures: typed.split(/\r?\n/), mustBeOpen, ...authorOf(c) }
  try {
    await saveLectures(c.var.deps.db, save)
  } catch (error) {
    if (error instanceof CellError) return lecturesPage(c, opened, { typed, error: error.message, status: 422 })
    if (!(error instanceof AppError) || !['conflit', 'introuvable'].includes(error.code)) throw error
    return lecturesPage(c, fieldOf(c, await openedOf(c)), { typed, error: MOVED, status: 409 })
  }
  return seeOther(c, `/releves/${releve.id}`, 'Autres lectures enregistrées.')
})
