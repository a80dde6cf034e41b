import { SOURCE_STATUSES } from '../../../db/schema.ts'
import type { YearCounts } from '../../couverture/board/rules.ts'
import type { LieuOfCarte } from '../queries.ts'
import { coverageFigures, coverageShares } from './coverage.ts'

/** This part of a degree is about a metre. */
const SMALLEST = 1e5

/** A coordinate as precise as a map can show it. */
const degrees = (coordinate: number | null): number => Math.round((coordinate ?? 0) * SMALLEST) / SMALLEST

/** One Point (RFC 7946): longitude first. Written by hand, what repeats side by side, because twenty thousand of them are sent. */
function feature(lieu: LieuOfCarte, layer: Layer): string {
  const statuts = SOURCE_STATUSES.map((status) => `"${status}":${lieu[status]}`).join(',')
  return (
    `{"type":"Feature","geometry":{"type":"Point","coordinates":[${degrees(lieu.longitude)},${degrees(lieu.latitude)}]},` +
    `"properties":{"id":${lieu.id},"annee_debut":${lieu.annee_debut},"annee_fin":${lieu.annee_fin},"releves":${lieu.releves},` +
    `"sources":${lieu.sources},"statuts":{${statuts}},"nom_long":${JSON.stringify(lieu.nom_long)}${coverage(lieu, layer)}}}`
  )
}

/** One member more, only where the layer is asked for. */
function coverage({ id }: LieuOfCarte, layer: Layer): string {
  if (layer === undefined) return ''
  const figures = coverageFigures(layer.get(id))
  return `,"couverture":${JSON.stringify({ ...figures, ...coverageShares(figures) })}`
}

type Layer = ReadonlyMap<number, YearCounts> | undefined

/** The places as a FeatureCollection. */
export const geoJson = (lieux: LieuOfCarte[], layer?: Layer): string =>
  `{"type":"FeatureCollection","features":[\n${lieux.map((lieu) => feature(lieu, layer)).join(',\n')}\n]}\n`
