import { PageHead } from '../../ui/page.tsx'

interface CodeSourceProps {
  version: string
  /** Name of the archive; null where none was made. */
  archive: string | null
}

export function CodeSourcePage({ version, archive }: CodeSourceProps) {
  return (
    <>
      <PageHead title="Code source" />
      <p>
        Ce site utilise Relevés, version {version}, un logiciel libre. Vous pouvez l’utiliser, l’étudier, le modifier et
        le partager selon la <a href="/code-source/licence">licence publique générale GNU Affero</a>, version 3 ou, à
        votre choix, une version ultérieure. Il est fourni sans aucune garantie.
      </p>
      {archive === null ? (
        <p>Le code de ce site n’a pas été préparé&nbsp;: demandez-le à ses administrateurs.</p>
      ) : (
        <p>
          <a href={`/code-source/${archive}`}>Télécharger le code de ce site</a>, tel qu’il fonctionne ici.
        </p>
      )}
    </>
  )
}
