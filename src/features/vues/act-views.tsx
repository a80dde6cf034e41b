import type { Child } from 'hono/jsx'
import type { Showing, Vue } from './queries/views.ts'
import { cutOf } from './rules/cut.ts'
import { viewHref } from './rules/pictures.ts'
import { Credit } from './views/show.tsx'

interface ActPictureProps {
  sourceId: number
  vue: Vue
  showing: Showing
  repere: number | null
  /** Says of which act this is. */
  alt: string
}

/** The view of an act, cut around the height at which the ruler stood. */
export function ActPicture({ sourceId, vue, showing, repere, alt }: ActPictureProps) {
  const cut = cutOf(sourceId, vue, repere, showing)
  return (
    <>
      {cut === undefined ? (
        <p>L’image de cette vue se regarde sur le site des archives.</p>
      ) : (
        <figure class="vue">
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

/** Leads there from wherever a record is shown. */
export const ActLink = ({ id }: { id: number }) => <a href={`/releves/${id}/acte`}>Voir l’acte</a>
