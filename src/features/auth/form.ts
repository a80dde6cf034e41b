import { z } from 'zod'
import { type Body, optionalText, parseForm, text } from '../../web/form.ts'

const Credentials = z.object({
  login: text(254, 'Indiquez votre nom d’utilisateur ou votre adresse électronique.'),
  // Exactly as typed: blanks and accents belong to the password.
  password: z
    .preprocess((value) => (Array.isArray(value) ? value[0] : value) ?? '', z.string())
    .refine((value) => value !== '', 'Indiquez votre mot de passe.')
    .refine((value) => value.length <= 1024, 'Ce mot de passe est trop long.'),
  suite: optionalText(2000),
})

export const parseLogin = (body: Body) => parseForm(Credentials, body)
