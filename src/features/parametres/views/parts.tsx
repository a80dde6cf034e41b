import { Badge, type Tone } from '../../../ui/page.tsx'

/** A part of the settings in the index: where it stands on the page, and how it stands. */
export interface Part {
  id: string
  title: string
  state: string
  tone: Tone
}

/** Every part in view from every part: nobody scrolls through six forms to learn whether mail is set. */
export function Parts({ parts }: { parts: readonly Part[] }) {
  return (
    <nav class="reglages-sommaire" aria-label="Parties des paramètres">
      <ul class="lignes">
        {parts.map(({ id, title, state, tone }) => (
          <li>
            <a href={`#${id}`}>{title}</a> <Badge tone={tone}>{state}</Badge>
          </li>
        ))}
      </ul>
    </nav>
  )
}
