import type { Elsewhere } from '../../../../lib/elsewhere.ts'
import { formatDay, formatInstant, formatSize } from '../../../../lib/text.ts'
import { NNBSP, quoted } from '../../../../lib/typo.ts'
import { Form } from '../../../../ui/form.tsx'
import { Badge, Definitions, EmptyState, PageHead } from '../../../../ui/page.tsx'
import { Progress } from '../../../../ui/steps.tsx'
import { Table } from '../../../../ui/table.tsx'
import { isOrigin, ORIGINS } from '../../rules/names.ts'
import type { Copy } from '../rules/remote-names.ts'
import { KIND_NAMES, LABELS, placeInWords } from '../rules/words.ts'
import { PATH } from './form.tsx'

export const COPIES_TITLE = 'Copies qui sont là-bas'
export const SHEET_TITLE = 'Fiche de la copie ailleurs'

interface Found {
  copies: readonly Copy[]
  isOurs: (name: string) => boolean
}

interface CopiesProps {
  /** The copies that are there, or why they could not be asked for; `isOurs` says of a name whether this site sent it. */
  found: Found | { problem: string }
  /** Names of the backups that are here already. */
  here: ReadonlySet<string>
  underWay: { etat: string; progres: number | null } | undefined
  /** Why the last one could not be brought back. */
  failed: string | undefined
}

export function CopiesPage({ found, here, underWay, failed }: CopiesProps) {
  return (
    <>
      <PageHead
        title={COPIES_TITLE}
        lead="Une copie rapportée est déchiffrée, vérifiée et rangée parmi les sauvegardes de ce site. Rien d’autre ne change."
      />
      {failed !== undefined && (
        <p class="flash flash-err">La dernière copie demandée n’a pas été rapportée. {failed}</p>
      )}
      {underWay && (
        <>
          <Progress label="Copie en chemin" done={underWay.progres ?? 0} total={underWay.progres ? 100 : 0} />
          <p>
            Vous pouvez quitter cette page{NNBSP}: le travail continue sans elle.{' '}
            <a href={`${PATH}/copies`}>Actualiser</a>
          </p>
        </>
      )}
      {'problem' in found ? (
        <p class="flash flash-err">{found.problem}</p>
      ) : (
        <CopiesList {...found} here={here} isBusy={underWay !== undefined} />
      )}
      <p>
        Une fois rapportée, elle se remet par {quoted('Remettre')} dans{' '}
        <a href="/parametres/sauvegardes">la liste des sauvegardes</a>. Ce qui est en place est d’abord sauvegardé.
      </p>
    </>
  )
}

interface ListProps extends Found {
  here: ReadonlySet<string>
  isBusy: boolean
}

const OTHERS_STAY =
  'Les copies d’un autre site, ou d’une installation d’avant, ne sont jamais retirées d’ici\u00a0: faites-le chez l’hébergeur si elles ne servent plus.'

function CopiesList({ copies, isOurs, here, isBusy }: ListProps) {
  if (copies.length === 0)
    return <EmptyState title="Aucune copie là-bas pour l’instant">La première suit la prochaine sauvegarde.</EmptyState>
  const hasOthers = copies.some(({ name }) => !isOurs(name))
  const dateOf = ({ name, at }: Copy) => (
    <>
      {formatInstant(at)} {!isOurs(name) && <Badge tone="neutre">autre site</Badge>}
    </>
  )
  return (
    <>
      <Table
        caption={COPIES_TITLE}
        rows={[...copies]}
        columns={[
          { label: 'Date', head: true, cell: dateOf },
          { label: 'Faite', cell: ({ origine }) => (isOrigin(origine) ? ORIGINS[origine] : origine) },
          { label: 'Taille', kind: 'nombre', cell: ({ taille }) => formatSize(taille) },
        ]}
        actions={(copy) => (
          <BringBack copy={copy} isHere={isOurs(copy.name) && here.has(copy.sauvegarde)} isBusy={isBusy} />
        )}
      />
      {hasOthers && <p>{OTHERS_STAY}</p>}
    </>
  )
}

function BringBack({ copy, isHere, isBusy }: { copy: Copy; isHere: boolean; isBusy: boolean }) {
  if (isHere) return <Badge tone="ok">déjà ici</Badge>
  if (isBusy) return <Badge tone="neutre">en attente</Badge>
  return (
    <Form action={`${PATH}/copies`}>
      <input type="hidden" name="nom" value={copy.name} />
      <button type="submit" class="bouton" aria-label={`Rapporter la copie du ${formatInstant(copy.at)}`}>
        Rapporter
      </button>
    </Form>
  )
}

const BLANK = '.'.repeat(60)

/** To be printed, completed by hand and kept in a safe place: all that a new machine is asked for. No secret is on it. */
export function SheetPage({ place, siteName, now }: { place: Elsewhere; siteName: string; now: string }) {
  return (
    <>
      <PageHead title={SHEET_TITLE} />
      <p class="livret-ecran">
        Imprimez cette page (Ctrl + P), complétez-la à la main et gardez-la en lieu sûr, loin du serveur. Les secrets
        n’y sont pas{NNBSP}: le site ne les montre plus.
      </p>
      <Definitions
        items={[
          { term: 'Site', value: siteName },
          { term: 'Fiche du', value: formatDay(now) },
          { term: LABELS.sorte, value: KIND_NAMES[place.sorte] },
          { term: 'Destination', value: placeInWords(place) },
          { term: LABELS.identifiant, value: place.identifiant },
          ...(place.sorte === 's3' ? [{ term: LABELS.region, value: place.region }] : []),
          ...(place.sorte === 'sftp' ? [{ term: LABELS.cle_hote, value: place.cle_hote || BLANK }] : []),
          { term: 'Mot de passe ou clé (à la main)', value: BLANK },
          { term: 'Phrase secrète (à la main)', value: BLANK },
        ]}
      />
      <h2>Si le serveur est mort</h2>
      <ol>
        <li>Installez Relevés sur une autre machine, comme le dit son mode d’emploi (README.md).</li>
        <li>
          Dans son dossier, lancez <code>bin/releve copie:restaurer</code> et répondez avec ce qui est sur cette fiche.
        </li>
        <li>
          Sans Relevés, téléchargez la copie et ouvrez-la{NNBSP}:{' '}
          <code>age -d releves-DATE-quotidienne.tar.NOM.age &gt; sauvegarde.tar</code>, puis{' '}
          <code>tar xf sauvegarde.tar</code>.
        </li>
      </ol>
    </>
  )
}
