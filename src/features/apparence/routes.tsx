import { setCookie } from 'hono/cookie'
import { shown } from '../../lib/body.ts'
import { isHttps, safePath } from '../../web/address.ts'
import { router } from '../../web/env.ts'
import { readBody } from '../../web/form.ts'
import { seeOther } from '../../web/render.tsx'

export const apparenceRoutes = router()

const CHOICES = {
  theme: ['auto', 'clair', 'sombre'],
  taille: ['normale', 'grande', 'tres-grande'],
  densite: ['compacte', 'confort'],
} as const
const YEAR_SECONDS = 365 * 86_400

/** Theme, text size and the rows of the desk live in plain cookies: the server writes them on <html>, so the first paint is right without a script. */
apparenceRoutes.post('/apparence', async (c) => {
  const raw = await readBody(c)
  for (const [name, values] of Object.entries(CHOICES)) {
    const value = shown(raw, name)
    if (!(values as readonly string[]).includes(value)) continue
    setCookie(c, name, value, { path: '/', maxAge: YEAR_SECONDS, sameSite: 'Lax', secure: isHttps(c) })
  }
  return seeOther(c, safePath(shown(raw, 'retour')))
})
