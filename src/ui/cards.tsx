import { Badge, type Tone } from './page.tsx'

export interface Card {
  href: string
  title: string
  /** Says in a few words what one does there. */
  text: string
  /** How it stands: « 3 sections, 1 sans gestionnaire ». */
  state: string
  tone: Tone
}

/** Chapters as cards: a name that leads there, what one does there, and how it stands. */
export function Cards({ title, items }: { title: string; items: Card[] }) {
  return (
    <section class="cartes">
      <h2>{title}</h2>
      <ul>
        {items.map(({ href, title, text, state, tone }) => (
          <li>
            <h3>
              <a href={href}>{title}</a>
            </h3>
            <p>{text}</p>
            <p>
              <Badge tone={tone}>{state}</Badge>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
