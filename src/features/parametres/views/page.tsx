import { formatInstant } from '../../../lib/text.ts'
import { quoted } from '../../../lib/typo.ts'
import { Form } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { LinkButton, PageHead } from '../../../ui/page.tsx'
import type { UpdateState } from '../../mises-a-jour/releases/rules/state.ts'
import { BackupNotice } from '../../sauvegardes/notice-views.tsx'
import type { BackupState } from '../../sauvegardes/rules/reminder.ts'
import type { Messagerie } from '../rules/messageries.ts'
import { AccueilBlock } from './accueil.tsx'
import { Block, type BlockForm } from './block.tsx'
import { CarteBlock } from './carte.tsx'
import { GeneralBlock } from './general.tsx'
import { LogoBlock } from './logo.tsx'
import { SmtpBlock, type Trial } from './smtp.tsx'
import { UpdatesBlock } from './updates.tsx'

export const TITLE = 'Paramètres'

export interface ParametresProps {
  forms: { general: BlockForm; smtp: BlockForm; carte: BlockForm; accueil: BlockForm }
  /** These are in force, whatever was typed. */
  settings: {
    registration_enabled: boolean
    update_check_enabled: boolean
    accueil_public: boolean
    tuiles_url: string
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
  logo: { logo: string | null; trouble?: string | undefined; error?: string | undefined }
  trial: Trial | undefined
  update: UpdateState
  hasUpdateServer: boolean
  backup: BackupState
}

export function ParametresPage({
  forms,
  settings,
  mail,
  logo,
  trial,
  update,
  hasUpdateServer,
  backup,
}: ParametresProps) {
  return (
    <>
      <PageHead
        title={TITLE}
        lead="Ce qui vaut pour tout le site. Chaque partie s’enregistre à part et prend effet aussitôt."
      />
      <DamagedFile {...settings} />
      <GeneralBlock form={forms.general} isOpen={settings.registration_enabled} />
      <AccueilBlock form={forms.accueil} isOn={settings.accueil_public} />
      <LogoBlock {...logo} />
      <SmtpBlock form={forms.smtp} {...mail} trial={trial} />
      <CarteBlock form={forms.carte} hasTiles={settings.tuiles_url !== ''} />
      <UpdatesBlock
        update={update}
        installedAt={settings.installed_at}
        isEnabled={settings.update_check_enabled}
        hasServer={hasUpdateServer}
      />
      <SauvegardesBlock {...backup} />
    </>
  )
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
