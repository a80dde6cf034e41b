import { router } from '../../web/env.ts'
import { contactUri, securityTxt } from './rules/security-txt.ts'

/** For anybody, without a session: whom to tell of a weakness. 404 where the settings name nobody. */
export const securityTxtFile = router()

securityTxtFile.get('/.well-known/security.txt', (c) => {
  const { settings, appUrl, clock } = c.var.deps
  const { contact_securite, public_origin } = settings.read()
  const contact = contactUri(contact_securite)
  if (contact === undefined) return c.notFound()
  return c.text(securityTxt(contact, appUrl ?? public_origin, clock()))
})
