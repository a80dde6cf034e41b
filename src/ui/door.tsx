import type { Child } from 'hono/jsx'

/** A page for people who are not signed in. */
export function Door({ title, lead, children }: { title: string; lead?: Child; children: Child }) {
  return (
    <div class="porte">
      <h1>{title}</h1>
      {lead !== undefined && <p class="chapeau">{lead}</p>}
      {children}
      <p>
        <a href="/login">Revenir à la connexion</a>
      </p>
    </div>
  )
}
