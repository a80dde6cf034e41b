import type { Child } from 'hono/jsx'
import { formatDay } from '../../../lib/text.ts'
import { Lines, Panel } from '../../../ui/figures.tsx'
import { Badge, Definitions } from '../../../ui/page.tsx'
import type { LatestReleve } from '../queries/show.ts'
import type { Member, VisibleSource } from '../queries/sources.ts'
import { period } from '../rules/title.ts'
import { gapText, spansText } from '../rules/years.ts'
import { PATH } from './list.tsx'

/** Tells what is known of the register. */
export function Description({ source }: { source: VisibleSource }) {
  const lieu = source.lieu_id !== null && <a href={`/lieux/${source.lieu_id}`}>{source.lieu_nom_long}</a>
  const images = source.url !== null && (
    <a href={source.url} rel="noopener noreferrer external">
      Voir le registre dans la visionneuse du dépôt
    </a>
  )
  return (
    <Definitions
      filled
      items={[
        { term: 'Type', value: source.type_nom },
        { term: 'Lieu', value: lieu },
        { term: 'Années', value: period(source.annee_debut, source.annee_fin) },
        { term: 'Années présentes', value: spansText(source.annees) },
        { term: 'Lacunes', value: gapsOf(source) },
        { term: 'Section', value: source.section_nom },
        { term: 'Dépôt', value: source.depot_nom },
        { term: 'Cote', value: source.cote },
        { term: 'Images', value: images },
        { term: 'Note', value: source.note },
        { term: 'Créée le', value: formatDay(source.created_at) },
      ]}
    />
  )
}

function gapsOf({ lacunes }: VisibleSource): Child {
  if (lacunes === null) return null
  return (
    <ul class="lignes">
      {lacunes.map((gap) => (
        <li>{gapText(gap)}</li>
      ))}
    </ul>
  )
}

/** The records entered last. */
export function Latest({ source, latest }: { source: VisibleSource; latest: LatestReleve[] }) {
  const items = latest.map((releve) => ({
    href: `/releves/${releve.id}`,
    label: [releve.nom, releve.prenom].filter(Boolean).join(' ') || `Relevé ${releve.id}`,
    ...(releve.date !== '' && { detail: releve.date }),
  }))
  return (
    <Panel title="Derniers relevés saisis" more={latest.length > 0 ? `${PATH}/${source.id}/releves` : undefined}>
      {items.length > 0 ? <Lines items={items} /> : <p>Aucun relevé pour l’instant.</p>}
    </Panel>
  )
}

/** The people to whom the source is entrusted. */
export function Membres({ source, membres }: { source: VisibleSource; membres: Member[] }) {
  return (
    <Panel title="Membres">
      {membres.length > 0 ? (
        <ul class="lignes">
          {membres.map(({ name, is_active }) => (
            <li>
              {name}
              {!is_active && <Badge tone="neutre">compte inactif</Badge>}
            </li>
          ))}
        </ul>
      ) : (
        <p>
          {source.section_id === null
            ? 'Aucun membre désigné, aucune section : les gestionnaires et les administrateurs y saisissent.'
            : 'Aucun membre désigné : toute la section peut y saisir.'}
        </p>
      )}
    </Panel>
  )
}
