import type { Db, Trx } from '../../../db/schema.ts'
import type { ImportKind, ImportSession, ParsedLine, PlannedLine } from '../../imports/kind.ts'
import { canLoadCommunes } from '../policy.ts'
import { countStillPlaced, type LostLine, type LostRow, placeLines, unplaceLines } from './actions.ts'
import { gazetteerOfFrance, lostOf, POSITIONS_PATH } from './queries.ts'
import { communeOf } from './rules.ts'

export const POSITIONS_COLUMNS = ['id', 'nom_long']
const FOREIGN = 'Cette ligne n’est pas de la recherche du site.'

/** A search of missing positions under way. Its lines are the places that had none. */
class PositionsSession implements ImportSession<LostRow> {
  readonly columns = POSITIONS_COLUMNS.map((nom) => ({ nom }))
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  parseLine(cell: (nom: string) => string): ParsedLine<LostRow> {
    const id = Number(cell('id'))
    if (!Number.isInteger(id) || id < 1) return { ok: false, message: FOREIGN, cle: null }
    return { ok: true, row: { id, nom_long: cell('nom_long') }, cle: null, renvoi: null }
  }

  async plan(db: Db, lines: LostLine[]): Promise<PlannedLine[]> {
    const gazetteer = await gazetteerOfFrance()
    const lost = await lostOf(
      db,
      lines.map(({ row }) => row.id),
    )
    return lines.map(({ ligne, row }) => {
      const known = lost.get(row.id)
      const outcome = known ? communeOf(known, gazetteer) : 'none'
      if (outcome === 'none') return { ligne, action: 'inchangee' }
      return 'doubt' in outcome ? { ligne, action: 'refusee', message: outcome.doubt } : { ligne, action: 'modifier' }
    })
  }

  async apply(trx: Trx, lines: LostLine[]) {
    return placeLines(trx, lines, this.#now().toISOString())
  }

  readonly preview = { headers: ['Lieu sans position'], cells: ({ row }: LostLine): string[] => [row.nom_long] }
}

/** Positions of communes for the places that have none: never over one that is there. */
export const positionsImport: ImportKind<LostRow> = {
  kind: 'positions',
  titre: 'Positions manquantes',
  noms: ['position', 'positions'],
  liste: () => ({ href: '/carte', label: 'Voir la carte' }),
  formulaire: () => POSITIONS_PATH,
  sansFichier: {
    encore: 'Chercher de nouveau',
    changes: {
      prevues: 'Lieux qui recevront une position',
      faites: 'Lieux qui ont reçu une position',
      inchangees: 'Aucune commune de ce nom, restent sans position',
      rendues: 'De nouveau sans position',
      gardees: 'Gardés, car modifiés depuis',
    },
  },
  canImport: async (_db, user) => canLoadCommunes(user),
  open: async (_db, _imported, now) => new PositionsSession(now),
  // It creates no place.
  remove: async () => ({ retirees: 0, messages: [], next: null }),
  removable: async () => ({ retirees: 0, conservees: 0 }),
  restorable: countStillPlaced,
  restore: unplaceLines,
}
