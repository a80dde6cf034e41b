import { z } from 'zod'

/** A password exactly as typed: its blanks and accents belong to it. '' where nothing was typed. */
export const typedPassword = z
  .preprocess((value) => (Array.isArray(value) ? value[0] : value) ?? '', z.string())
  .refine((value) => value.length <= 1024, 'Ce mot de passe est trop long.')
