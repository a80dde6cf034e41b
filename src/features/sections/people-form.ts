import { z } from 'zod'
import { type Body, choice, parseForm, text } from '../../web/form.ts'
import { EMAIL_MAX, emailProblem, NAME_MAX, nameProblem, told } from '../users/rules/identity.ts'

/** A manager gives no more than this: other managers are made by administrators. */
const droit = choice(['saisie', 'lecture'], 'Choisissez ce que cette personne fait dans la section.')

const Added = z.object({
  personne: text(EMAIL_MAX, 'Indiquez le nom d’utilisateur ou l’adresse de la personne.'),
  droit,
})

const Invited = z.object({
  name: text(NAME_MAX, 'Indiquez un nom d’utilisateur.').superRefine(told(nameProblem)),
  email: text(EMAIL_MAX, 'Indiquez une adresse électronique.').superRefine(told(emailProblem)),
  droit,
})

export const parseAdded = (raw: Body) => parseForm(Added, raw)
export const parseInvited = (raw: Body) => parseForm(Invited, raw)
