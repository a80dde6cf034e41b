import type { ComparedFile } from '../../../db/schema-remises.ts'
import { formatInstant, formatNumber, plural } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { Field } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { Badge, PageHead, Sheet } from '../../../ui/page.tsx'
import { polling } from '../../../ui/polling.ts'
import { Progress } from '../../../ui/steps.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { Remise } from '../actions/put-back.ts'

export const BACK_PATH = '/parametres/emporter/remettre'
export const BACK_TITLE = 'Remettre une archive'
const TARGET = '#remettre'

interface PutBackProps {
  remise: Remise | undefined
  /** In words; '' where the site is empty. */
  held: string
  progres: number | null
  errors: Record<string, string>
  /** Photos whose rows are here without their files. */
  missing: number
}

/** Takes everything that `export:tout` wrote into a new site. */
export function PutBackPage(props: PutBackProps) {
  const isWorking = props.remise?.etat === 'recue' || props.remise?.etat === 'en_cours'
  return (
    <>
      <PageHead
        title={BACK_TITLE}
        lead="L’archive que la page « Tout emporter » d’un autre site a faite, remise dans un site qui vient d’être installé."
      />
      <div id="remettre" {...(isWorking && polling(BACK_PATH, TARGET))}>
        <Situation {...props} />
      </div>
    </>
  )
}

function Situation({ remise, held, progres, errors, missing }: PutBackProps) {
  switch (remise?.etat) {
    case 'recue':
      return <Working label="Vérification de l’archive" progres={progres} />
    case 'en_cours':
      return <Working label="Remise de l’archive" progres={progres} />
    case 'verifiee':
      return <Ready remise={remise} />
    case 'arretee':
      return <Stopped remise={remise} />
    case 'finie':
      return (
        <>
          <MissingPhotos n={missing} />
          <Report remise={remise} />
        </>
      )
    default:
      return (
        <>
          {remise?.erreur && <p class="flash flash-err">{remise.erreur}</p>}
          {held === '' ? <Upload errors={errors} /> : <NotEmpty held={held} />}
        </>
      )
  }
}

function MissingPhotos({ n }: { n: number }) {
  if (n === 0) return null
  return (
    <div class="flash flash-warn">
      <p>
        {plural(n, 'photo de registre attend encore son fichier', 'photos de registres attendent encore leur fichier')}
        {NBSP}: l’archive ne les contient pas. Remettez-les, sur le serveur{NBSP}:{' '}
        <code>bin/releve images:restore DOSSIER</code>
      </p>
    </div>
  )
}

function Working({ label, progres }: { label: string; progres: number | null }) {
  return (
    <>
      <Progress label={label} done={progres ?? 0} total={progres ? 100 : 0} />
      <p>
        Vous pouvez quitter cette page{NNBSP}: le travail continue sans elle. <a href={BACK_PATH}>Actualiser</a>
      </p>
    </>
  )
}

function NotEmpty({ held }: { held: string }) {
  return (
    <p>
      Ce site contient déjà {held}. Une archive ne se remet que dans un site qui vient d’être installé, avant d’y créer
      quoi que ce soit.
    </p>
  )
}

function Upload({ errors }: { errors: Record<string, string> }) {
  return (
    <Sheet>
      <ErrorSummary errors={errors} labels={{ fichier: 'Archive' }} />
      <Form action={BACK_PATH} enctype="multipart/form-data">
        <Field
          name="fichier"
          label="Archive"
          help={`Le fichier .zip, tel qu’il a été téléchargé. 2${NBSP}Go au plus${NNBSP}; au-delà, bin/releve import:tout sur le serveur.`}
          error={errors.fichier}
          required
        >
          <input type="file" name="fichier" accept=".zip,application/zip" />
        </Field>
        <p>Le site vérifie d’abord chaque fichier et montre ce qu’il a trouvé. Rien n’est écrit avant votre accord.</p>
        <Actions cancel="/parametres/emporter">
          <Submit>Vérifier l’archive</Submit>
        </Actions>
      </Form>
    </Sheet>
  )
}

const COUNT: Column<ComparedFile> = {
  label: 'Dans l’archive',
  cell: ({ lignes }) => formatNumber(lignes),
  kind: 'nombre',
}

/** For people the files that they can open; those of « reprise » are the same again. */
const shownFiles = ({ detail }: Remise): ComparedFile[] =>
  (detail.fichiers ?? []).filter(({ nom }) => nom.endsWith('.csv'))

function Edited({ files }: { files: readonly ComparedFile[] }) {
  const edited = files.filter(({ isEdited }) => isEdited)
  if (edited.length === 0) return null
  return (
    <div class="flash flash-warn">
      <p>
        {plural(edited.length, 'fichier a été changé', 'fichiers ont été changés')} depuis que l’archive a été faite. Ce
        qui revient est ce qui était parti, sans ces changements.
      </p>
      <ul>
        {edited.slice(0, 20).map(({ nom }) => (
          <li>{nom}</li>
        ))}
      </ul>
    </div>
  )
}

function Named({ remise: { detail } }: { remise: Remise }) {
  return (
    <p>
      Archive de {quoted(detail.site ?? '')}
      {detail.le && `, faite le ${formatInstant(detail.le)}`}.
    </p>
  )
}

function Ready({ remise }: { remise: Remise }) {
  const files = shownFiles(remise)
  const columns: Column<ComparedFile>[] = [{ label: 'Fichier', cell: ({ nom }) => nom, head: true }, COUNT]
  return (
    <>
      <Named remise={remise} />
      <Edited files={files} />
      <p>
        Les types de sources et de lieux de ce site neuf laissent la place à ceux de l’archive. Votre compte reste. Les
        autres comptes reviennent sans mot de passe{NNBSP}: vous les inviterez ensuite.
      </p>
      <Form action={`${BACK_PATH}/oui`}>
        <input type="hidden" name="remise" value={String(remise.id)} />
        <Actions>
          <Submit>Remettre cette archive</Submit>
        </Actions>
      </Form>
      <Form action={`${BACK_PATH}/non`}>
        <input type="hidden" name="remise" value={String(remise.id)} />
        <Actions>
          <Submit>Renoncer</Submit>
        </Actions>
      </Form>
      <Table caption="Ce que contient l’archive, en lignes" columns={columns} rows={files} />
    </>
  )
}

function Stopped({ remise }: { remise: Remise }) {
  return (
    <>
      <p class="flash flash-err">
        La remise s’est arrêtée{NNBSP}: elle n’est pas complète. {remise.erreur}
      </p>
      <Form action={`${BACK_PATH}/oui`}>
        <input type="hidden" name="remise" value={String(remise.id)} />
        <Actions>
          <Submit>Reprendre où elle s’est arrêtée</Submit>
        </Actions>
      </Form>
    </>
  )
}

const REPORT: Column<ComparedFile>[] = [
  { label: 'Fichier', cell: ({ nom }) => nom, head: true },
  COUNT,
  { label: 'Ici', cell: ({ ici }) => formatNumber(ici ?? 0), kind: 'nombre' },
  {
    label: 'Contenu',
    cell: ({ isSame, isEdited }) => {
      if (isSame && !isEdited) return <Badge tone="ok">Identique</Badge>
      return <Badge tone="warn">{isEdited ? 'Changé dans l’archive depuis' : 'Différent'}</Badge>
    },
  },
]

function Report({ remise }: { remise: Remise }) {
  const files = shownFiles(remise)
  const others = files.filter(({ isSame, isEdited }) => isEdited || !isSame).length
  return (
    <>
      <Named remise={remise} />
      {others === 0 ? (
        <p class="flash flash-ok">
          Tout est revenu{NNBSP}: chaque fichier que ce site écrirait est celui de l’archive.
        </p>
      ) : (
        <p class="flash flash-warn">
          Tout est revenu. {plural(others, 'fichier n’est pas le même', 'fichiers ne sont pas les mêmes')} ici{NNBSP}:
          le tableau dit {others === 1 ? 'lequel' : 'lesquels'}. Un compte de ce site qui n’était pas dans l’archive
          suffit.
        </p>
      )}
      <p>
        Les comptes attendent leur mot de passe{NNBSP}:{' '}
        <a href="/admin/utilisateurs?status=attente">les voir, et les inviter</a>.
      </p>
      <Table caption="L’archive et ce site, en lignes" columns={REPORT} rows={files} />
    </>
  )
}
