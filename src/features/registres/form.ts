import { z } from 'zod'
import { type Body, choice, optionalId, optionalText, type Parsed, parseForm } from '../../web/form.ts'

/** Longest message, and longest answer. */
export const MAX_WORDS = 500

const Request = z.object({ source: optionalId, registre: optionalId, message: optionalText(MAX_WORDS) })
const Answer = z.object({
  decision: choice(['accorder', 'refuser'], 'Choisissez une réponse.'),
  reponse: optionalText(MAX_WORDS),
})
const News = z.object({ reponse: choice(['continue', 'rend'], 'Choisissez une réponse.') })

export type RequestInput = z.output<typeof Request>
export type AnswerInput = z.output<typeof Answer>
export type NewsInput = z.output<typeof News>

export const parseRequest = (raw: Body): Parsed<RequestInput> => parseForm(Request, raw)
export const parseAnswer = (raw: Body): Parsed<AnswerInput> => parseForm(Answer, raw)
export const parseNews = (raw: Body): Parsed<NewsInput> => parseForm(News, raw)
