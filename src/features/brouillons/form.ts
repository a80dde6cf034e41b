import { z } from 'zod'
import { type Body, MAX_ID, optionalInteger, optionalReleveId, parseForm, requiredId, text } from '../../web/form.ts'
import { DRAFT_KEY } from './rules/content.ts'

const DraftHead = z.object({
  source: requiredId,
  releve: optionalReleveId,
  cle: text(70).refine((cle) => DRAFT_KEY.test(cle), 'Ce brouillon n’a pas de clé.'),
  version: optionalInteger(0, MAX_ID).transform((n) => n ?? 0),
})

/** Which form a draft comes from; its fields are read by `draftContent`. */
export const parseDraftHead = (body: Body) => parseForm(DraftHead, body)
