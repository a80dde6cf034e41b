import type { Db } from '../../../db/schema.ts'
import { type PaneView, paneView } from '../rules/pane.ts'
import { hostsOf } from '../rules/pictures.ts'
import { viewNumber } from '../rules/view-number.ts'
import { extentOf, type Showing, showingOf, viewsOf } from './views.ts'

/** So many views come with a page, of which the second is the one shown, and so many with an answer to the pane. */
const WITH_PAGE = 4
const WITH_ANSWER = 20

/** The pane of the desk begins with this. */
export interface Pane {
  sourceId: number
  /** undefined where the source has no views: the pane then has pictures of the reader's own disk alone. */
  register:
    | { premiere: number; derniere: number; decalage: number; vues: PaneView[]; current: PaneView; hosts: string[] }
    | undefined
  showing: Pick<Showing, 'credit' | 'licence'>
  /** Pictures of the reader's own disk were asked for. */
  isFolder?: boolean
  /** The page has the pane. */
  isThere?: boolean
  /** Address of this page on another view, for who has no script. */
  viewHref?: ((n: number) => string) | undefined
}

/** Says which view is looked at: by the address, or by what the field `vue` of the form holds. */
interface Looking {
  numero: string
  field: string
}

const within = (n: number, { premiere, derniere }: { premiere: number; derniere: number }): number =>
  Math.max(premiere, Math.min(derniere, n))

/** The views of a source around the one that is looked at. */
export async function paneOf(db: Db, sourceId: number, { numero, field }: Looking): Promise<Pane> {
  const extent = await extentOf(db, sourceId)
  if (extent === undefined) return { sourceId, register: undefined, showing: { credit: null, licence: null } }
  const showing = await showingOf(db, sourceId)
  const { premiere, derniere, decalage } = extent
  const asked = /^\d{1,6}$/.test(numero) ? Number(numero) : (viewNumber(field) ?? premiere + decalage) - decalage
  const current = within(asked, extent)
  const rows = await viewsOf(db, sourceId, { from: Math.max(premiere, current - 1), limit: WITH_PAGE })
  const vues = rows.map((vue) => paneView(sourceId, vue, showing))
  const found = vues.find(({ n }) => n === current) ?? { n: current }
  const hosts = showing.diffusion === 'lien' ? [] : hostsOf(showing.hotes_images)
  // Photos are the association's own: nobody is thanked for them.
  const isOwn = rows.every(({ image }) => image !== null)
  return {
    sourceId,
    register: { premiere, derniere, decalage, vues, current: found, hosts },
    showing: isOwn ? { credit: null, licence: null } : showing,
  }
}

/** The views from a number on, for the script of the pane. */
export async function paneViews(db: Db, sourceId: number, from: number): Promise<PaneView[]> {
  const showing = await showingOf(db, sourceId)
  const rows = await viewsOf(db, sourceId, { from, limit: WITH_ANSWER })
  return rows.map((vue) => paneView(sourceId, vue, showing))
}
