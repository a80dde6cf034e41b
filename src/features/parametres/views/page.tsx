import { formatDay, formatInstant } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { Form } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { LinkButton, PageHead } from '../../../ui/page.tsx'
import type { UpdateState } from '../../mises-a-jour/releases/rules/state.ts'
import type { ExternalState } from '../../sauvegardes/externe/rules/age.ts'
import { BackupNotice } from '../../sauvegardes/notice-views.tsx'
import type { BackupState } from '../../sauvegardes/rules/reminder.ts'
import type { Messagerie } from '../rules/messageries.ts'
import { AccueilBlock } from './accueil.tsx'
import { Block, type BlockForm, type Done } from './block.tsx'
import { CarteBlock } from './carte.tsx'
import { ConnexionBlock, connexionPart } from './connexion.tsx'
import { DonneesBlock, donneesPart } from './donnees.tsx'
import { GeneralBlock } from './general.tsx'
import { LogoBlock } from './logo.tsx'
import { type Part, Parts } from './parts.tsx'
import { PhotosBlock, type PhotosRoom, photosPart } from './photos.tsx'
import { SmtpBlock, type Trial } from './smtp.tsx'
import { UpdatesBlock } from './updates.tsx'

export const TITLE = 'Paramètres'

export interface ParametresProps {
  forms: Record<'general' | 'smtp' | 'connexion' | 'carte' | 'accueil' | 'photos' | 'donnees', BlockForm>
  /** These are in force, whatever was typed. */
  settings: {
    registration_enabled: boolean
    facteur_exige: boolean
    fournisseur: { libelle: string } | null
    update_check_enabled: boolean
    accueil_public: boolean
    tuiles_url: string
    photos_site_go: number
    responsable_donnees: string
    installed_at: string
    fichier_abime: string
    fichier_repris: string
  }
  mail: {
    isConfigured: boolean
    hasPassword: boolean
    email: string
    isFresh: boolean
    messagerie: Messagerie | undefined
  }
  /** The reader has an application for the codes of log-ins. */
  hasFactor: boolean
  logo: { logo: string | null; trouble?: string | undefined; error?: string | undefined }
  trial: Trial | undefined
  update: UpdateState
  hasUpdateServer: boolean
  isImage: boolean
  photos: PhotosRoom
  /** The backup that another program makes; undefined where none is declared. */
  externe: ExternalState | undefined
  backup: BackupState
  done: Done | undefined
}

export function ParametresPage(props: ParametresProps) {
  const { forms, settings, mail, hasFactor, logo, trial, update, hasUpdateServer, isImage, photos, backup, done } =
    props
  return (
    <>
      <PageHead
        title={TITLE}
        lead="Ce qui vaut pour tout le site. Chaque partie s’enregistre à part et prend effet aussitôt."
      />
      <DamagedFile {...settings} />
      <div class="reglages">
        <Parts parts={partsOf(props)} />
        <div>
          <GeneralBlock form={forms.general} isOpen={settings.registration_enabled} />
          <AccueilBlock form={forms.accueil} isOn={settings.accueil_public} done={done} />
          <LogoBlock {...logo} done={done} />
          <SmtpBlock form={forms.smtp} {...mail} trial={trial} done={done} />
          <ConnexionBlock
            form={forms.connexion}
            isAsked={settings.facteur_exige}
            hasMail={mail.isConfigured}
            provider={settings.fournisseur?.libelle ?? null}
            hasFactor={hasFactor}
            isFresh={mail.isFresh}
            done={done}
          />
          <CarteBlock form={forms.carte} hasTiles={settings.tuiles_url !== ''} done={done} />
          <PhotosBlock form={forms.photos} room={photos} mostGo={settings.photos_site_go} done={done} />
          <DonneesBlock form={forms.donnees} isNamed={settings.responsable_donnees !== ''} done={done} />
          <UpdatesBlock
            update={update}
            installedAt={settings.installed_at}
            isEnabled={settings.update_check_enabled}
            hasServer={hasUpdateServer}
            isImage={isImage}
            externe={props.externe}
          />
          <SauvegardesBlock {...backup} />
        </div>
      </div>
    </>
  )
}

/** The parts in the order of the page; what an administrator should see to bears a sign of warning. */
const partsOf = ({ settings, mail, logo, update, photos, backup }: ParametresProps): Part[] => [
  settings.registration_enabled
    ? { id: 'general', title: 'Le site', state: 'Inscriptions ouvertes', tone: 'warn' }
    : { id: 'general', title: 'Le site', state: 'Inscriptions fermées', tone: 'neutre' },
  settings.accueil_public
    ? { id: 'accueil', title: 'La page d’accueil', state: 'Publique', tone: 'info' }
    : { id: 'accueil', title: 'La page d’accueil', state: 'Éteinte', tone: 'neutre' },
  logoPart(logo),
  mail.isConfigured
    ? { id: 'courriel', title: 'Le courriel', state: 'Réglé', tone: 'ok' }
    : { id: 'courriel', title: 'Le courriel', state: 'À régler', tone: 'warn' },
  connexionPart(settings.facteur_exige),
  {
    id: 'fond-de-carte',
    title: 'Le fond de carte',
    state: settings.tuiles_url === '' ? 'Celui du site' : 'D’un autre serveur',
    tone: 'neutre',
  },
  photosPart(photos, settings.photos_site_go),
  donneesPart(settings.responsable_donnees !== ''),
  updatePart(update),
  {
    id: 'sauvegardes',
    title: 'Les sauvegardes',
    state: backup.last === null ? 'Aucune' : `Le ${formatDay(backup.last)}`,
    tone: backup.last === null || backup.late !== undefined ? 'warn' : 'ok',
  },
]

function logoPart({ logo, trouble }: ParametresProps['logo']): Part {
  const part = { id: 'logo-du-site', title: 'Le logo' }
  if (trouble !== undefined) return { ...part, state: 'N’est plus montré', tone: 'err' }
  return logo === null
    ? { ...part, state: 'Sceau du site', tone: 'neutre' }
    : { ...part, state: 'Le vôtre', tone: 'ok' }
}

function updatePart({ nouvelle, verifiee_at }: UpdateState): Part {
  const part = { id: 'mises-a-jour', title: 'Les mises à jour' }
  if (nouvelle !== null) return { ...part, state: `Version ${nouvelle} disponible`, tone: 'warn' }
  return verifiee_at === null
    ? { ...part, state: 'Jamais vérifié', tone: 'neutre' }
    : { ...part, state: 'À jour', tone: 'ok' }
}

function SauvegardesBlock({ last, late }: BackupState) {
  return (
    <Block id="sauvegardes" title="Les sauvegardes">
      <BackupNotice late={late} />
      <p>{last === null ? 'Aucune sauvegarde pour l’instant.' : `Dernière sauvegarde le ${formatInstant(last)}.`}</p>
      <LinkButton href="/parametres/sauvegardes">Voir les sauvegardes</LinkButton>
    </Block>
  )
}

/** The settings file could not be read some day: what was done about it, until an administrator says it is seen. */
function DamagedFile({ fichier_abime, fichier_repris }: ParametresProps['settings']) {
  if (fichier_abime === '') return null
  return (
    <Notice label="Réglages abîmés" tone="err">
      <p>
        <strong>Le fichier des réglages était illisible.</strong> Il est gardé sur le serveur sous le nom{' '}
        {quoted(fichier_abime)}.
      </p>
      <p>
        {fichier_repris === 'copie'
          ? 'Le site a repris la dernière copie valable, inscriptions fermées. Vérifiez ce qui suit.'
          : 'Aucune copie n’était lisible : le site est reparti de réglages prudents, sans courriel ni inscriptions. Vérifiez et complétez ce qui suit.'}
      </p>
      <Form action="/parametres/fichier">
        <button type="submit" class="bouton">
          J’ai vérifié les réglages
        </button>
      </Form>
    </Notice>
  )
}
