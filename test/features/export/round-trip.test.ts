// An export for Nimègue loads in ExpoActes, comes back with the same values, and leaves again as the same bytes.
import { describe, expect, test } from 'vitest'
import { KINDS } from '../../../src/champs/index.ts'
import type { Champ } from '../../../src/champs/kind.ts'
import type { ReleveData, ReleveEtats } from '../../../src/db/schema.ts'
import { CellReader } from '../../../src/features/echanges/rules/cells.ts'
import { MAPPINGS } from '../../../src/features/echanges/rules/mapping.ts'
import { type ProgramFormat, programFormat } from '../../../src/features/export/programmes/rules/formats.ts'
import { letterOf } from '../../../src/features/export/programmes/rules/mapping.ts'
import {
  type Act,
  type Choices,
  type PlacedType,
  placedType,
} from '../../../src/features/export/programmes/rules/placed.ts'
import { modelByKey } from '../../../src/features/types-sources/actions/models.ts'
import { champsOf, readBytes } from '../echanges/support.ts'
import { drawing, drawnAct, lookup, plainAct } from './drawn-acts.ts'
import { loadedByExpoActes } from './expoactes.ts'

const WHERE = {
  commune: 'Saint-Malo',
  insee: '35288',
  departement: 'Ille-et-Vilaine',
  codeDepartement: '35',
  pays: 'FRA',
}
const COTE = '4 E 112'
const ALL: Choices = { mentions: true, couper: true, verifier: false }
const TYPES = MAPPINGS.map(({ cle }) => cle)

function typeOf(cle: string): {
  champs: Champ[]
  type: PlacedType
  acte: NonNullable<ReturnType<typeof modelByKey>>['acte']
} {
  const model = modelByKey(cle)
  if (!model) throw new Error(cle)
  const champs = champsOf(cle)
  return { champs, type: placedType(model, champs), acte: model.acte }
}

function written(format: ProgramFormat, cle: string, acts: readonly Act[], choices: Choices): Buffer {
  const { type, acte } = typeOf(cle)
  const envelope = { where: WHERE, cote: COTE, lettre: letterOf(acte) }
  const lines = acts.map((act) => format.line(act, type, envelope, choices, '2026-11-23').line)
  return Buffer.from(format.bytes(format.head + lines.join('')))
}

/** The record that an import would make of an act; a text that its field cannot hold is thrown. */
async function recordOf(champs: readonly Champ[], cells: Record<string, string>): Promise<ReleveData> {
  const data: ReleveData = {}
  for (const [nom, cell] of Object.entries(cells)) {
    const champ = champs.find((one) => one.nom === nom)
    if (champ) data[nom] = await KINDS[champ.type].fromCell(cell, champ, lookup)
  }
  return data
}

async function readAgain(bytes: Buffer, cle: string): Promise<Act[]> {
  const { champs } = typeOf(cle)
  const reader = new CellReader(champs)
  const acts: Act[] = []
  for (const line of (await readBytes(bytes)) ?? []) {
    if (!('act' in line)) {
      if ('refused' in line) throw new Error(line.refused)
      continue
    }
    const read = reader.read(line.act, COTE)
    if (!read.ok) throw new Error(read.message)
    const id = Number(line.act.values.id)
    acts.push({ id, data: await recordOf(champs, read.cells), etats: read.etats as ReleveEtats })
  }
  return acts
}

const drawn = (cle: string, seed: number): Act[] => {
  const [draw, { champs }] = [drawing(seed), typeOf(cle)]
  return Array.from({ length: 60 }, (_, n) => drawnAct(draw, n + 1, champs))
}

const format = (cle: string): ProgramFormat => {
  const found = programFormat(cle)
  if (!found) throw new Error(cle)
  return found
}

describe.each(TYPES)('%s', (cle) => {
  test.each([1, 2, 3])('Nimègue, draw %i: ExpoActes takes it, and it leaves again as the same bytes', async (seed) => {
    const acts = drawn(cle, seed)
    for (const choices of [ALL, { ...ALL, couper: false }]) {
      const bytes = written(format('nimegue'), cle, acts, choices)
      loadedByExpoActes(bytes, letterOf(typeOf(cle).acte))
      const again = written(format('nimegue'), cle, await readAgain(bytes, cle), choices)
      expect(again.toString('latin1').split('\r\n')).toEqual(bytes.toString('latin1').split('\r\n'))
    }
  })

  test.each(['nimegue', 'ea32'])(
    '%s: values that fit come back as they were, for every field that has a column',
    async (name) => {
      const { champs, type } = typeOf(cle)
      const draw = drawing(5)
      const acts = Array.from({ length: 60 }, (_, n) => plainAct(draw, n + 1, champs))
      const again = await readAgain(written(format(name), cle, acts, ALL), cle)
      const mapped = type.mapping.pairs.flatMap(({ field, facts = [] }) => [field, ...facts.map((fact) => fact.field)])
      // Fields without a column come back in the notes.
      const fields = champs.every(({ nom }) => mapped.includes(nom)) ? mapped : mapped.filter((nom) => nom !== 'notes')
      const kept = ({ data }: Act) => fields.map((field) => [field, data[field ?? ''] ?? null])
      expect(again.map(kept)).toEqual(acts.map(kept))
    },
  )

  test('EA32 leaves again as the same bytes', async () => {
    const bytes = written(format('ea32'), cle, drawn(cle, 4), ALL)
    const again = written(format('ea32'), cle, await readAgain(bytes, cle), ALL)
    expect(again.toString().split('\r\n')).toEqual(bytes.toString().split('\r\n'))
  })
})
