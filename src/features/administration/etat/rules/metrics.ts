import type { Deps } from '../../../../web/env.ts'
import { WAITS } from '../../../../web/traffic.ts'
import type { SiteState } from '../queries.ts'

/** One value of a family, with its labels. */
interface Sample {
  suffix?: string
  labels?: Record<string, string>
  value: number
}

interface Family {
  name: string
  type: 'gauge' | 'counter' | 'histogram' | 'info'
  help: string
  unit?: 'bytes' | 'seconds'
  samples: Sample[]
}

/** A label’s value, as the ABNF of OpenMetrics 1.0 asks for it. */
const escaped = (text: string): string => text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))

function sampleLine(name: string, { suffix = '', labels = {}, value }: Sample): string {
  const list = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${suffix}${list.length > 0 ? `{${list.join(',')}}` : ''} ${value}`
}

const familyLines = ({ name, type, help, unit, samples }: Family): string[] => [
  `# TYPE ${name} ${type}`,
  ...(unit ? [`# UNIT ${name} ${unit}`] : []),
  `# HELP ${name} ${help}`,
  ...samples.map((sample) => sampleLine(name, sample)),
]

type Gauge = [name: string, help: string, value: number | undefined, unit?: Family['unit']]

const gauges = (list: readonly Gauge[]): Family[] =>
  list.flatMap(([name, help, value, unit]) =>
    value === undefined
      ? []
      : [{ name: `releves_${name}`, type: 'gauge' as const, help, ...(unit && { unit }), samples: [{ value }] }],
  )

const copyFamily = (copies: SiteState['copies']): Family => ({
  ...{
    name: 'releves_database_copy_used',
    type: 'gauge',
    help: 'Copies of the database: 1 where this process reads it.',
  },
  samples: copies.map(({ place, isUsed }) => ({ labels: { copy: place }, value: isUsed ? 1 : 0 })),
})

const upOf = (shared: SiteState['fichiers']): number | undefined => shared && (shared.souci === undefined ? 1 : 0)

function backupGauges({ sauvegarde, copie, externe }: SiteState, now: Date): Gauge[] {
  const ageOf = (at: string | undefined) =>
    at === undefined ? undefined : Math.round((now.getTime() - Date.parse(at)) / 1000)
  return [
    ['backup_age_seconds', 'Age of the newest backup on this server.', ageOf(sauvegarde?.at), 'seconds'],
    ['copy_age_seconds', 'Age of the last copy of a backup elsewhere.', ageOf(copie), 'seconds'],
    [
      'external_backup_age_seconds',
      'Age of the last declared backup by another program.',
      ageOf(externe?.last),
      'seconds',
    ],
    [
      'external_backup_late',
      '1 where the declared backup is too old, or was never told of.',
      externe && Number(externe.isLate),
    ],
  ]
}

function siteFamilies(state: SiteState, now: Date): Family[] {
  const { disque, taches } = state
  const tasks = Object.entries({ attente: taches.attente, en_cours: taches.enCours, garee: taches.garees })
  return [
    {
      ...{ name: 'releves', type: 'info', help: 'Versions.' },
      samples: [
        {
          suffix: '_info',
          value: 1,
          labels: { version: state.version, node: state.node, moteur: `${state.moteur.label} ${state.moteur.version}` },
        },
      ],
    },
    ...gauges([
      ['database_bytes', 'Size of the database.', state.octets, 'bytes'],
      ['records', 'Records of all sources.', state.releves],
      ['disk_free_bytes', 'Room left on the disk of the storage folder.', disque.free, 'bytes'],
      ['disk_size_bytes', 'Size of that disk.', disque.total, 'bytes'],
      ['memory_bytes', 'Memory of all processes that serve (PSS).', state.memoire, 'bytes'],
      ['processes', 'Processes that serve.', state.processus],
      ['slow_requests_day', 'Requests of the last 24 hours that took more than 2 s.', state.lentes.length],
      ['errors_month', 'Errors of the last 30 days that are kept.', state.erreurs.length],
      ...backupGauges(state, now),
    ]),
    ...gauges([
      ['shared_files_bytes', 'Size of the storage that servers have in common.', state.fichiers?.octets, 'bytes'],
      ['shared_files_up', 'Does that storage answer: 1 or 0.', upOf(state.fichiers)],
    ]),
    ...(state.copies.length > 0 ? [copyFamily(state.copies)] : []),
    {
      ...{ name: 'releves_tasks', type: 'gauge', help: 'Work in the background, by its state.' },
      samples: tasks.map(([etat, value]) => ({ labels: { etat }, value })),
    },
  ]
}

/** Each process counts its own answers: a scrape reads one of them, told apart by its number. */
function trafficFamilies({ answers, waits, waited, slow }: Deps['traffic'], pid: string): Family[] {
  const upTo = (at: number) => waits.slice(0, at + 1).reduce((sum, n) => sum + n, 0)
  const ends = [...WAITS.map((end) => end.toFixed(3).replace(/0+$/, '').replace(/\.$/, '.0')), '+Inf']
  const process = { process: pid }
  return [
    {
      ...{ name: 'releves_http_requests', type: 'counter', help: 'Answers of this process, by the first digit.' },
      samples: [...answers].sort().map(([code, value]) => ({ suffix: '_total', labels: { ...process, code }, value })),
    },
    {
      ...{
        name: 'releves_http_slow_requests',
        type: 'counter',
        help: 'Answers of this process that took more than 2 s.',
      },
      samples: [{ suffix: '_total', labels: process, value: slow }],
    },
    {
      ...{
        name: 'releves_http_wait_seconds',
        type: 'histogram',
        unit: 'seconds',
        help: 'Time until an answer begins.',
      },
      samples: [
        ...ends.map((le, at) => ({ suffix: '_bucket', labels: { ...process, le }, value: upTo(at) })),
        { suffix: '_count', labels: process, value: upTo(waits.length) },
        { suffix: '_sum', labels: process, value: Number(waited.toFixed(3)) },
      ],
    },
  ]
}

/** Its media type: OpenMetrics 1.0.0 (github.com/prometheus/OpenMetrics). */
export const OPENMETRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** The state of the site and what this process answered, for a program that watches it. */
export function metricsText(state: SiteState, traffic: Deps['traffic'], now: Date): string {
  const families = [...siteFamilies(state, now), ...trafficFamilies(traffic, String(process.pid))]
  return `${[...families.flatMap(familyLines), '# EOF'].join('\n')}\n`
}
