import type { Insertion } from '../rules/insertion.ts'

/** The entry form of an act that is to stand after this one; 0: before all. */
export const insertPath = (sourceId: number, apres: number): string =>
  `/sources/${sourceId}/releves/nouveau?apres=${apres}`

/** Leads to the entry form of an act that was left out after this one. */
export const InsertAfter = ({ source, row }: { source: { id: number }; row: { id: number; title: string } }) => (
  <a href={insertPath(source.id, row.id)} aria-label={`Insérer après : ${row.title}`}>
    Insérer après
  </a>
)

const Where = ({ act }: Insertion) =>
  act ? (
    <>
      après&nbsp;: <a href={`/releves/${act.id}`}>{act.title}</a>
    </>
  ) : (
    <>au début du registre, avant le premier acte</>
  )

/** In the form: where its act is to stand, and the way back to the end of the register, which keeps what is typed. */
export function InsertionNotice({ insertion }: { insertion: Insertion }) {
  return (
    <div class="retrouve">
      <input type="hidden" name="apres" value={insertion.apres} />
      <p>
        Cet acte sera inséré <Where {...insertion} />.
      </p>
      <button type="submit" class="bouton-texte" name="renoncer" value="insertion">
        Le mettre plutôt à la fin du registre
      </button>
    </div>
  )
}

/** The act was on its way into the register, and goes to its end. */
export function GivenUp() {
  return (
    <div class="retrouve" role="status">
      <p>Cet acte ne sera pas inséré&nbsp;: il ira à la fin du registre. Il n’est pas encore enregistré.</p>
    </div>
  )
}

/** The place that was asked for is not there. */
export function PlaceLost() {
  return (
    <div class="retrouve">
      <p>L’acte après lequel vous vouliez insérer n’est pas, ou n’est plus, dans cette source.</p>
    </div>
  )
}

interface InsertedProps {
  source: { id: number }
  saved: { id: number }
  insertion: Insertion
}

/** The act just saved stands in the midst of the register, the form is that of its end again. */
export function Inserted({ source, saved, insertion }: InsertedProps) {
  return (
    <div class="retrouve">
      <p>
        Acte inséré <Where {...insertion} />. La saisie reprend à la fin du registre.
      </p>
      <a href={insertPath(source.id, saved.id)}>Insérer encore un acte à sa suite</a>
    </div>
  )
}
