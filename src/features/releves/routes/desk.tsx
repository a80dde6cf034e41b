import type { Context } from 'hono'
import type { Champ } from '../../../champs/kind.ts'
import { formatInstant, plural } from '../../../lib/text.ts'
import type { AppEnv } from '../../../web/env.ts'
import { textsFor } from '../../abreviations/queries.ts'
import { personOf } from '../../auth/queries.ts'
import { sessionRef } from '../../auth/sessions.ts'
import type { StoredDraft } from '../../brouillons/queries.ts'
import { formName, signAuthor } from '../../brouillons/rules/author.ts'
import { draftTitle } from '../../brouillons/rules/content.ts'
import { textPath } from '../../sections/texts-rules.ts'
import { findVisibleSource, type VisibleSource } from '../../sources/queries/sources.ts'
import { champsOf } from '../../types-sources/queries.ts'
import { sourceLine } from '../views/entry-form.tsx'
import { PASSED_TITLE, passedPath } from '../views/passed.tsx'

/** A source with the fields of its type: what every page about records starts from. */
export interface Desk {
  source: VisibleSource
  champs: Champ[]
}

/** 404 where this user does not see the source. */
export async function deskOf(c: Context<AppEnv>, sourceId: number): Promise<Desk> {
  const source = await findVisibleSource(c.var.deps.db, c.var.user, sourceId)
  return { source, champs: await champsOf(c.var.deps.db, source.type_source_id) }
}

/** Longer lists of abbreviations the desk asks for by itself: bytes of their JSON. */
const MAX_WITH_PAGE = 8000

/** The abbreviations that the desk writes out (static/js/saisie-abreviations.js), as attributes of its form. */
export async function abbreviationsOf(c: Context<AppEnv>, source: Desk['source']): Promise<Record<string, string>> {
  const texts = JSON.stringify(await textsFor(c.var.deps.db, c.var.user, source.section_id))
  if (texts === '{}') return {}
  if (texts.length > MAX_WITH_PAGE) return { 'data-abreviations-de': `/abreviations/poste?source=${source.id}` }
  return { 'data-abreviations': texts }
}

export const authorOf = (c: Context<AppEnv>) => ({ user_id: c.var.user.id, now: c.var.deps.clock().toISOString() })

/** Whom the form of this key is made for: drafts are kept under that name, whatever becomes of the session. */
export async function formAuthor(c: Context<AppEnv>, sourceId: number, cle: string) {
  const { deps, user, sessionId = '' } = c.var
  const person = await personOf(deps.db, user.id)
  const author = { userId: user.id, session: sessionRef(sessionId) }
  const signed = { form: formName(sourceId, cle), password_hash: person?.password_hash ?? '' }
  return { id: user.id, name: user.name, signature: signAuthor(deps.secret, author, signed, deps.clock()) }
}

/** A draft as the desk speaks of it. */
export const draftNotice = (draft: StoredDraft) => ({
  id: draft.id,
  cle: draft.cle,
  motif: draft.motif,
  title: draftTitle(draft.contenu),
  at: formatInstant(draft.updated_at),
  href:
    draft.releve_id === null
      ? `/sources/${draft.source_id}/releves/nouveau?brouillon=${draft.cle}`
      : `/releves/${draft.releve_id}/modifier?brouillon=${draft.cle}`,
})

/** The header of the desk says this of the source itself. */
export const deskHead = (source: VisibleSource) => ({
  context: sourceLine(source),
  links: [
    { href: `/sources/${source.id}`, label: 'La source' },
    { href: `/sources/${source.id}/tableau`, label: 'Tableau' },
    { href: `/sources/${source.id}/releves`, label: 'Tous les relevés' },
    { href: passedPath(source.id), label: PASSED_TITLE },
    ...(source.questions > 0
      ? [
          {
            href: `/sources/${source.id}/fils`,
            label: plural(source.questions, 'question ouverte', 'questions ouvertes'),
          },
        ]
      : []),
    { href: '/brouillons', label: 'Mes brouillons' },
    ...(source.hasConventions && source.section_id !== null
      ? [{ href: textPath('conventions', source.section_id), label: 'Conventions de la section' }]
      : []),
  ],
})

interface Titled {
  id: number
  titre: string
}

export const sourceCrumbs = ({ id, titre }: Titled) => [
  { href: '/sources', label: 'Sources' },
  { href: `/sources/${id}`, label: titre },
]

export const releveCrumbs = (source: Titled) => [
  ...sourceCrumbs(source),
  { href: `/sources/${source.id}/releves`, label: 'Relevés' },
]
