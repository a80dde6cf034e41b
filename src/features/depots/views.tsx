import type { Diffusion } from '../../db/schema-vues.ts'
import type { Body, FormErrors } from '../../lib/body.ts'
import { shown } from '../../lib/body.ts'
import { formatNumber, plural } from '../../lib/text.ts'
import { quoted } from '../../lib/typo.ts'
import { DeletePage, EditPage, ListPage, NewPage } from '../../ui/crud.tsx'
import { Field, FieldRow, Fieldset, Switch } from '../../ui/field.tsx'
import { ErrorSummary, RequiredNote } from '../../ui/form.tsx'
import { EmptyState, LinkButton } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { Paging } from '../../web/pagination.ts'
import type { DepotLink, DepotRow } from './queries.ts'

const PATH = '/admin/depots'

interface DepotsProps {
  depots: DepotRow[]
  total: number
  paging: Paging
  href: (page: number) => string
}

export function DepotsPage({ depots, ...list }: DepotsProps) {
  return (
    <ListPage
      title="Dépôts"
      lead={plural(list.total, 'dépôt', 'dépôts')}
      path={PATH}
      create={{ href: `${PATH}/nouveau`, label: 'Nouveau dépôt' }}
      columns={COLUMNS}
      rows={depots}
      {...list}
    >
      <EmptyState title="Aucun dépôt pour l’instant">
        Un dépôt est le lieu où des sources sont conservées&nbsp;: archives départementales, mairie, diocèse… Créez le
        premier.
      </EmptyState>
    </ListPage>
  )
}

const COLUMNS: Column<DepotRow>[] = [
  { label: 'Nom', kind: 'nom', head: true, cell: ({ id, nom }) => <a href={`${PATH}/${id}/modifier`}>{nom}</a> },
  { label: 'Sigle', cell: ({ sigle }) => sigle },
  { label: 'Ville', cell: ({ ville }) => ville },
  { label: 'Site', cell: (depot) => <SiteLink depot={depot} /> },
  { label: 'Sources', kind: 'nombre', cell: ({ sources }) => formatNumber(sources ?? 0) },
]

function SiteLink({ depot: { nom, site_web } }: { depot: DepotRow }) {
  if (site_web === null) return null
  return (
    <a href={site_web} rel="noreferrer" aria-label={`Site de ${nom}`}>
      Site
    </a>
  )
}

export interface DepotFormProps {
  raw: Body
  errors: FormErrors
}

export function NewDepotPage({ jeton, ...form }: DepotFormProps & { jeton: string }) {
  return (
    <NewPage title="Nouveau dépôt" path={PATH} jeton={jeton} submit="Créer le dépôt">
      <DepotFields {...form} />
    </NewPage>
  )
}

export function EditDepotPage({ id, links, ...form }: DepotFormProps & { id: number; links: DepotLink[] }) {
  return (
    <>
      <EditPage
        title="Modifier le dépôt"
        action={`${PATH}/${id}`}
        version={shown(form.raw, 'version')}
        submit="Enregistrer le dépôt"
        remove="Supprimer ce dépôt"
        cancel={PATH}
      >
        <DepotFields {...form} />
      </EditPage>
      <DepotLinks id={id} links={links} />
    </>
  )
}

/** They come with the views that are added to sources; a page of their own changes and checks them. */
function DepotLinks({ id, links }: { id: number; links: DepotLink[] }) {
  return (
    <>
      <h2>Liens vers les vues</h2>
      {links.length === 0 ? (
        <p>Aucun modèle de lien pour l’instant. Il se crée quand on ajoute des vues à une source de ce dépôt.</p>
      ) : (
        <Table
          caption="Modèles de liens de ce dépôt"
          rows={links}
          columns={[
            { label: 'Modèle', head: true, cell: ({ modele }) => modele },
            { label: 'Vues', kind: 'nombre', cell: ({ vues }) => formatNumber(vues ?? 0) },
          ]}
        />
      )}
      <p>
        <LinkButton href={`${PATH}/${id}/liens`}>Voir, vérifier et corriger ces liens</LinkButton>
      </p>
    </>
  )
}

const LABELS = {
  nom: 'Nom',
  sigle: 'Sigle',
  adresse: 'Adresse',
  ville: 'Ville',
  site_web: 'Site web',
  note: 'Note',
  diffusion: 'Images de ce dépôt',
  hotes_images: 'Serveurs des images',
  credit: 'Mention sous les images',
  licence: 'Licence',
  verifie_liens: 'Vérifier quelques liens chaque semaine',
}

const DIFFUSION_WORDS: Record<Diffusion, string> = {
  lien: 'Lien seul : on les regarde sur le site des archives',
  membres: 'Montrées aux personnes inscrites qui lisent la source',
  public: 'Montrées à tous, là où la source est publique',
}

const LICENCES = [
  'Licence Ouverte / Open Licence 2.0 (Etalab)',
  'Domaine public',
  'CC BY 4.0',
  'CC BY-SA 4.0',
  'CC BY-NC 4.0',
  'Réutilisation soumise à l’accord des archives',
]

function DepotFields({ raw, errors }: DepotFormProps) {
  return (
    <>
      <ErrorSummary errors={errors} labels={LABELS} />
      <RequiredNote />
      <Field name="nom" label={LABELS.nom} error={errors.nom} required>
        <input name="nom" value={shown(raw, 'nom')} maxlength={200} autocomplete="off" />
      </Field>
      <Field name="sigle" label={LABELS.sigle} help="Par exemple AD35." error={errors.sigle} width="court">
        <input name="sigle" value={shown(raw, 'sigle')} maxlength={30} autocomplete="off" />
      </Field>
      <FieldRow>
        <Field name="adresse" label={LABELS.adresse} error={errors.adresse}>
          <textarea name="adresse" rows={3} maxlength={500}>
            {shown(raw, 'adresse')}
          </textarea>
        </Field>
        <Field name="ville" label={LABELS.ville} error={errors.ville}>
          <input name="ville" value={shown(raw, 'ville')} maxlength={120} autocomplete="off" />
        </Field>
      </FieldRow>
      <Field name="site_web" label={LABELS.site_web} help="Adresse qui commence par https://." error={errors.site_web}>
        <input type="url" name="site_web" value={shown(raw, 'site_web')} maxlength={500} autocomplete="off" />
      </Field>
      <Field name="note" label={LABELS.note} error={errors.note}>
        <textarea name="note" rows={4} maxlength={5000}>
          {shown(raw, 'note')}
        </textarea>
      </Field>
      <ImageFields raw={raw} errors={errors} />
    </>
  )
}

function ImageFields({ raw, errors }: DepotFormProps) {
  const chosen = shown(raw, 'diffusion') || 'lien'
  return (
    <Fieldset legend="Les vues de ses registres">
      <Field name="diffusion" label={LABELS.diffusion} error={errors.diffusion}>
        <select name="diffusion">
          {(['lien', 'membres', 'public'] as const).map((value) => (
            <option value={value} selected={value === chosen}>
              {DIFFUSION_WORDS[value]}
            </option>
          ))}
        </select>
      </Field>
      <Field
        name="hotes_images"
        label={LABELS.hotes_images}
        help="Un par ligne, par exemple archives.exemple.fr. Les images et les manifestes IIIF ne viennent que de là."
        error={errors.hotes_images}
      >
        <textarea name="hotes_images" rows={3} maxlength={2000}>
          {shown(raw, 'hotes_images')}
        </textarea>
      </Field>
      <FieldRow>
        <Field
          name="credit"
          label={LABELS.credit}
          help="Par exemple Archives départementales du Lot."
          error={errors.credit}
        >
          <input name="credit" value={shown(raw, 'credit')} maxlength={300} autocomplete="off" />
        </Field>
        <Field name="licence" label={LABELS.licence} error={errors.licence}>
          <input name="licence" value={shown(raw, 'licence')} maxlength={200} autocomplete="off" list="licences" />
        </Field>
      </FieldRow>
      <Switch
        name="verifie_liens"
        label={LABELS.verifie_liens}
        help="Le site ouvre vingt liens au plus par semaine, un à la fois, et vous avertit si la plupart sont morts."
        error={errors.verifie_liens}
        raw={raw}
      />
      <datalist id="licences">
        {LICENCES.map((one) => (
          <option value={one} />
        ))}
      </datalist>
    </Fieldset>
  )
}

interface DeleteProps {
  depot: { id: number; nom: string; version: number }
  /** Why the repository stays; undefined where it may go. */
  blocked: string | undefined
}

export const DELETE_TITLE = 'Supprimer le dépôt'

export function DeleteDepotPage({ depot, blocked }: DeleteProps) {
  return (
    <DeletePage
      title={DELETE_TITLE}
      lead={`Le dépôt ${quoted(depot.nom)} sera supprimé, avec son adresse et sa note.`}
      action={`${PATH}/${depot.id}/supprimer`}
      version={depot.version}
      submit="Supprimer le dépôt"
      blocked={blocked}
      back={{ href: PATH, label: 'Retour aux dépôts' }}
    />
  )
}
