import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Block, type Done } from './block.tsx'

interface LogoProps {
  /** Address of the image in use; null where the site shows its seal. */
  logo: string | null
  /** Why the image in use is not shown any more. */
  trouble?: string | undefined
  error?: string | undefined
  done: Done | undefined
}

/** The image of the association: chosen, replaced, removed. */
export function LogoBlock({ logo, trouble, error, done }: LogoProps) {
  return (
    <Block
      id="logo-du-site"
      title="Le logo"
      done={done}
      lead="Il paraît en tête de chaque page et sert d’icône au site dans le navigateur."
    >
      <Current logo={logo} trouble={trouble} />
      <Form action="/parametres/logo" enctype="multipart/form-data">
        <ErrorSummary errors={error === undefined ? {} : { logo: error }} />
        <Field
          name="logo"
          label={logo === null ? 'Image' : 'Nouvelle image'}
          help="PNG, JPG, SVG ou WebP, 2 Mo au plus. Elle est montrée sur 40 points de haut."
          error={error}
          required
        >
          <input type="file" name="logo" accept="image/png,image/jpeg,image/webp,image/svg+xml" />
        </Field>
        <Actions>
          <Submit>{logo === null ? 'Envoyer le logo' : 'Remplacer le logo'}</Submit>
        </Actions>
      </Form>
      {logo !== null && (
        <Form action="/parametres/logo/supprimer">
          <button type="submit" class="bouton">
            Retirer le logo
          </button>
        </Form>
      )}
    </Block>
  )
}

function Current({ logo, trouble }: Pick<LogoProps, 'logo' | 'trouble'>) {
  if (logo === null) return <p class="rien">Aucun logo pour l’instant : le site montre son sceau.</p>
  if (trouble !== undefined) return <p class="flash flash-err">{trouble}</p>
  return (
    <p>
      <img class="logo-apercu" src={logo} alt="Logo actuel" height="40" />
    </p>
  )
}
