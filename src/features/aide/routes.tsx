import { AppError } from '../../lib/errors.ts'
import { router } from '../../web/env.ts'
import { page } from '../../web/render.tsx'
import { helpPage, offeredPages, pagesAfter } from './rules/pages.ts'
import { HelpIndex, HelpPageView, PATH, TITLE } from './views.tsx'

/** The help; for everybody who is signed in. */
export const aideRoutes = router()

aideRoutes.get(PATH, (c) => page(c, TITLE, <HelpIndex {...offeredPages(c.var.user.role)} />, { isSteady: true }))

aideRoutes.get(`${PATH}/:cle`, (c) => {
  const found = helpPage(c.req.param('cle'))
  if (!found) throw new AppError('introuvable', 'Cette page d’aide n’existe pas.')
  return page(c, found.titre, <HelpPageView page={found} after={pagesAfter(found)} />, {
    breadcrumb: [{ href: PATH, label: TITLE }],
    isSteady: true,
  })
})
