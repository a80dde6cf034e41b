import { formatInstant, formatSize } from '../../lib/text.ts'
import { NNBSP } from '../../lib/typo.ts'
import { Actions, Form, Submit } from '../../ui/form.tsx'
import { LinkButton, PageHead, Sheet } from '../../ui/page.tsx'
import { polling } from '../../ui/polling.ts'
import { Progress } from '../../ui/steps.tsx'
import type { ArchiveFile } from './actions/archives.ts'

export const PATH = '/parametres/emporter'
export const TITLE = 'Tout emporter'
const TARGET = '#emporter'

interface LeavingProps {
  archive: ArchiveFile | undefined
  underWay: { progres: number | null } | undefined
  failed: { created_at: string; erreur: string | null } | undefined
}

export function LeavingPage(props: LeavingProps) {
  return (
    <>
      <PageHead
        title={TITLE}
        lead="Tout ce que le site contient, en fichiers que n’importe quel tableur ouvre : pour le garder, le relire dans dix ans, ou le porter ailleurs."
      />
      <div id="emporter" {...(props.underWay && polling(PATH, TARGET))}>
        {props.failed && (
          <p class="flash flash-err">
            L’archive du {formatInstant(props.failed.created_at)} n’a pas pu être faite. {props.failed.erreur}
          </p>
        )}
        {props.underWay ? <Working progres={props.underWay.progres} /> : <Ready archive={props.archive} />}
      </div>
      <Contents />
    </>
  )
}

function Working({ progres }: { progres: number | null }) {
  return (
    <>
      <Progress label="Archive en cours" done={progres ?? 0} total={progres ? 100 : 0} />
      <p>
        Vous pouvez quitter cette page{NNBSP}: le travail continue sans elle. <a href={PATH}>Actualiser</a>
      </p>
    </>
  )
}

function Ready({ archive }: { archive: ArchiveFile | undefined }) {
  return (
    <>
      {archive && (
        <Sheet>
          <p>
            Archive du {formatInstant(archive.at)}, {formatSize(archive.taille)}. Elle est effacée au bout de sept
            jours.
          </p>
          <p class="actions">
            <LinkButton href={`${PATH}/archive`} principal>
              Télécharger l’archive
            </LinkButton>
          </p>
        </Sheet>
      )}
      <Form action={PATH}>
        <Actions>
          <Submit>{archive ? 'Faire une nouvelle archive' : 'Préparer l’archive'}</Submit>
        </Actions>
      </Form>
    </>
  )
}

function Contents() {
  return (
    <>
      <h2>Ce qu’elle contient</h2>
      <ul>
        <li>les lieux, les sources, les comptes, les sections, les dépôts et les orthographes, en CSV{NNBSP};</li>
        <li>les relevés, un fichier CSV par source, et l’historique de chacun{NNBSP};</li>
        <li>les vues des registres, sans les fichiers de vos photos, qui ont leur propre archive (LISEZMOI.txt).</li>
        <li>les types de sources avec leurs champs (types.json), et un mode d’emploi (LISEZMOI.txt).</li>
      </ul>
      <p>
        Dans un site neuf, l’archive se remet en entier, avec l’historique{NNBSP}:{' '}
        <a href={`${PATH}/remettre`}>remettre une archive</a>. Les mots de passe n’y sont pas. Les adresses des membres
        y sont{NNBSP}: gardez l’archive en lieu sûr. Pour revenir en arrière sur ce site-ci, il faut une{' '}
        <a href="/parametres/sauvegardes">sauvegarde</a>.
      </p>
    </>
  )
}
