import type { Child } from 'hono/jsx'
import type { Showing, Vue } from './queries/views.ts'
import { cutOf } from './rules/cut.ts'
import { viewHref } from './rules/pictures.ts'
import { Credit } from './views/show.tsx'

interface ActCutProps {
  sourceId: number
  vue: Vue
  showing: Showing
  /** Share of the height at which the ruler stood; null: the whole view is shown. */
  repere: number | null
  /** Says of which act this is. */
  alt: string
}

/**
 * The view of an act, cut around the height at which the ruler stood, with its credit. A page that shows it calls `allowPictures` before.
 */
export function ActCut({ sourceId, vue, showing, repere, alt }: ActCutProps) {
  const cut = cutOf(sourceId, vue, repere, showing)
  return (
    <>
      {cut === undefined ? (
        <p>L’image de cette vue se regarde sur le site des archives.</p>
      ) : (
        <figure>
          <Cut {...cut} alt={alt} />
          <Credit showing={showing} isOwn={vue.image !== null} />
        </figure>
      )}
      <p>
        <a href={viewHref(sourceId, vue.numero)}>Voir toute la vue</a>
        {vue.adresse !== null && (
          <>
            {' · '}
            <a href={vue.adresse} target="registre">
              La voir sur le site des archives
            </a>
          </>
        )}
      </p>
    </>
  )
}

/** An image of SVG shows a strip of a picture by its attributes: our policy lets no page bring a style of its own. */
function Cut({ src, strip, largeur, hauteur, alt }: NonNullable<ReturnType<typeof cutOf>> & { alt: string }): Child {
  if (strip === undefined || largeur === undefined || hauteur === undefined) return <img src={src} alt={alt} />
  const box = `0 ${Math.round(strip.top * hauteur)} ${largeur} ${Math.round(strip.height * hauteur)}`
  return (
    <svg viewBox={box} role="img" aria-label={alt}>
      <image href={src} width={largeur} height={hauteur} />
    </svg>
  )
}

/**
 * Leads there from wherever a record is shown. A script opens the picture below the line, or the row, of the link (static/js/acte.js): its
 * page calls `allowPictures`, or `allowAllPictures`.
 */
export const ActLink = ({ id, label = 'Voir l’acte' }: { id: number; label?: string }) => (
  <a href={`/releves/${id}/acte`} data-acte>
    {label}
  </a>
)
