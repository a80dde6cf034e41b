import { shown } from '../../../lib/body.ts'
import { plural } from '../../../lib/text.ts'
import { releveIds } from '../../../web/form.ts'
import type { Asked, LotKind } from '../../lots/kind.ts'
import { deletion, move } from './actions.ts'
import { otherSource } from './queries.ts'
import { chosenSource } from './rules.ts'

const count = (n: number): string => plural(n, 'relevé', 'relevés')
const did = (one: string) => (n: number) => `${count(n)} ${n >= 2 ? `${one}s` : one}.`

const NOT_FOUND = 'Choisissez dans la liste une autre source du même type, que vous voyez.'

/** The source of the records that were ticked. */
async function sourceOf({ db, ids }: Asked) {
  return db
    .selectFrom('releves')
    .innerJoin('sources', 'sources.id', 'releves.source_id')
    .select(['sources.id', 'sources.type_source_id'])
    .where('releves.id', '=', ids[0] ?? 0)
    .executeTakeFirst()
}

async function readTarget(asked: Asked) {
  const id = chosenSource(shown(asked.raw, 'choix_source'))
  const from = await sourceOf(asked)
  const there = from && id !== undefined && (await otherSource(asked.db, asked.user, from.type_source_id, id))
  if (!there || there.id === from.id) return { ok: false as const, errors: { choix_source: NOT_FOUND } }
  return { ok: true as const, detail: { source: there.id } }
}

export const relevesLot: LotKind = {
  kind: 'releves',
  ids: releveIds,
  count,
  actions: [
    {
      name: 'deplacer',
      label: 'Déplacer…',
      title: (n) => `Déplacer ${count(n)} dans une autre source`,
      done: did('déplacé'),
      warning: 'Ils emportent leur historique. Entre eux, ils gardent l’ordre du registre.',
      read: readTarget,
      ...move,
    },
    {
      name: 'supprimer',
      label: 'Supprimer…',
      title: (n) => `Supprimer ${count(n)}`,
      done: did('supprimé'),
      warning: 'Les relevés supprimés restent dans la corbeille de la source, d’où ils peuvent être rétablis.',
      isDanger: true,
      ...deletion,
    },
  ],
}
