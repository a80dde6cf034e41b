import { z } from 'zod'
import { type Body, flag, optionalText, type Parsed, parseForm, text } from '../../web/form.ts'
import { MAX_TEXT } from './rules/reason.ts'

const mention = z
  .preprocess((value) => (Array.isArray(value) ? value[0] : value) ?? '', z.string())
  .transform((value) => (/^\d{1,9}$/.test(value) ? Number(value) : null))

const Message = z.object({ texte: text(MAX_TEXT, 'Écrivez votre message.'), mention, clore: flag })
const Opening = Message.extend({ champ: optionalText(64) })
const Refusal = z.object({ texte: text(MAX_TEXT, 'Dites en quelques mots pourquoi.') })

export type MessageInput = z.output<typeof Message>
type OpeningInput = z.output<typeof Opening>

export const parseMessage = (raw: Body): Parsed<MessageInput> => parseForm(Message, raw)
export const parseOpening = (raw: Body): Parsed<OpeningInput> => parseForm(Opening, raw)
export const parseRefusal = (raw: Body): Parsed<{ texte: string }> => parseForm(Refusal, raw)
