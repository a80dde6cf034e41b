import { Panel, Panels } from '../../ui/figures.tsx'
import { PageHead } from '../../ui/page.tsx'
import { type HelpPage, partId } from './rules/page.ts'

export const TITLE = 'Aide'
export const PATH = '/aide'

interface IndexProps {
  roles: readonly HelpPage[]
  screens: readonly HelpPage[]
}

/** All pages of help: by what one does here, then by screen. */
export function HelpIndex({ roles, screens }: IndexProps) {
  return (
    <>
      <PageHead
        title={TITLE}
        lead="Des pages courtes. Le lien « Aide » du haut mène à celle de l’écran où vous êtes."
      />
      <Panels>
        <Panel title="Ce que vous faites ici">
          <PageLines pages={roles} />
        </Panel>
        <Panel title="Écran par écran">
          <PageLines pages={screens} />
        </Panel>
      </Panels>
    </>
  )
}

const PageLines = ({ pages }: { pages: readonly HelpPage[] }) => (
  <ul class="lignes">
    {pages.map(({ cle, titre, chapeau }) => (
      <li>
        <a href={`${PATH}/${cle}`}>{titre}</a> <span>{chapeau}</span>
      </li>
    ))}
  </ul>
)

/** One page of help, and links to those that go on from there. */
export function HelpPageView({ page: { titre, chapeau, parties }, after }: { page: HelpPage; after: HelpPage[] }) {
  return (
    <>
      <PageHead title={titre} lead={chapeau} />
      {parties.map(({ titre: part, lignes }) => (
        <>
          <h2 id={partId(part)}>{part}</h2>
          <ul class="aide-lignes">
            {lignes.map((line) => (
              <li>{line}</li>
            ))}
          </ul>
        </>
      ))}
      {after.length > 0 && (
        <>
          <h2>Voir aussi</h2>
          <PageLines pages={after} />
        </>
      )}
      <p>
        <a href={`${PATH}/mots`}>Un mot vous échappe ?</a> · <a href={PATH}>Toutes les pages d’aide</a>
      </p>
    </>
  )
}
