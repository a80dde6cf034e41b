import { NBSP } from '../../../lib/typo.ts'
import { Actions, Form, Submit } from '../../../ui/form.tsx'
import { Badge, LinkButton } from '../../../ui/page.tsx'
import { Table } from '../../../ui/table.tsx'
import type { Prerequisite } from '../rules/prerequisites.ts'
import { StepFrame } from './frame.tsx'

const WELCOME = `Bienvenue. Cinq étapes, dix minutes environ${NBSP}: cet ordinateur, la base de données, le nom du site, votre compte, puis l’installation elle-même. Rien n’est écrit dans la base avant la dernière, et vous pouvez revenir en arrière à tout moment.`

/** Step 1. */
export function PrerequisitesPage({ checks }: { checks: Prerequisite[] }) {
  const ready = checks.every((check) => check.ok)
  const lead = ready
    ? 'Cet ordinateur a tout ce qu’il faut.'
    : 'Un point est à corriger avant de continuer : la colonne « Que faire » dit comment.'
  return (
    <StepFrame step={1} lead={WELCOME}>
      <p>{lead}</p>
      <Table
        caption="Ce qu’il faut à Relevés"
        rows={checks}
        columns={[
          { label: 'Élément', head: true, cell: (check) => check.label },
          { label: 'Trouvé', cell: (check) => check.found },
          { label: 'État', cell: (check) => <State ok={check.ok} /> },
          ...(ready ? [] : [{ label: 'Que faire', cell: (check: Prerequisite) => check.remedy }]),
        ]}
      />
      <Form action="/setup/1">
        <Actions>
          {ready ? <Submit>Continuer</Submit> : <LinkButton href="/setup?etape=1">Vérifier de nouveau</LinkButton>}
        </Actions>
      </Form>
    </StepFrame>
  )
}

function State({ ok }: { ok: boolean }) {
  return ok ? <Badge tone="ok">correct</Badge> : <Badge tone="err">à corriger</Badge>
}
