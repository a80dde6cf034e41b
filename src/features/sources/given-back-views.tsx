import { plural } from '../../lib/text.ts'
import { NBSP } from '../../lib/typo.ts'
import { Form } from '../../ui/form.tsx'
import { Badge, EmptyState, LinkButton, PageHead } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import type { GivenBackAct } from './queries/given-back.ts'

export const GIVEN_BACK_TITLE = 'Actes à revoir'

interface Props {
  source: { id: number; titre: string }
  acts: readonly GivenBackAct[]
  word: { motif: string | null; auteur: string | null } | undefined
  /** This reader may write in the source today. */
  canWrite: boolean
}

const isOpen = ({ isChanged, revu_at }: GivenBackAct): boolean => !isChanged && revu_at === null

/** The acts that a review gave back: each leads to its form, and is done once it was changed, or said to be well as it is. */
export function GivenBackPage({ source, acts, word, canWrite }: Props) {
  const left = acts.filter(isOpen).length
  return (
    <>
      <PageHead title={GIVEN_BACK_TITLE} />
      {acts.length === 0 ? (
        <EmptyState title="Aucun acte à revoir">La relecture n’a rendu aucun acte de cette source.</EmptyState>
      ) : (
        <>
          {word?.motif && (
            <>
              <p>{`${word.auteur ?? 'Une personne dont le compte est supprimé'} écrit${NBSP}:`}</p>
              <blockquote>{word.motif}</blockquote>
            </>
          )}
          <p>
            {left === 0
              ? 'Tous les actes rendus ont été revus : la source peut être soumise de nouveau.'
              : `Il reste ${plural(left, 'acte', 'actes')} à revoir sur ${acts.length}. Corrigez chacun, ou dites qu’il est bien ainsi.`}
          </p>
          <ActsTable {...{ source, acts, canWrite }} />
        </>
      )}
    </>
  )
}

function ActsTable({ source, acts, canWrite }: Pick<Props, 'source' | 'acts' | 'canWrite'>) {
  return (
    <Table
      caption={GIVEN_BACK_TITLE}
      rows={[...acts]}
      columns={[
        { label: 'Acte', head: true, cell: (act) => <a href={`/releves/${act.id}`}>{nameOf(act)}</a> },
        { label: 'Ce qui est à revoir', kind: 'texte', cell: ({ raison }) => raison },
        { label: 'État', cell: (act) => <State act={act} /> },
      ]}
      actions={canWrite ? (act) => <Deeds source={source} act={act} /> : undefined}
    />
  )
}

const nameOf = ({ id, nom, prenom }: GivenBackAct): string => [nom, prenom].filter(Boolean).join(' ') || `Relevé ${id}`

function State({ act }: { act: GivenBackAct }) {
  if (act.isChanged) return <Badge tone="ok">modifié depuis</Badge>
  return act.revu_at === null ? <Badge tone="warn">à revoir</Badge> : <Badge tone="ok">revu, bien ainsi</Badge>
}

function Deeds({ source, act }: { source: { id: number }; act: GivenBackAct }) {
  const word = act.revu_at === null ? 'C’est bien ainsi' : 'À revoir encore'
  return (
    <>
      <LinkButton href={`/releves/${act.id}/modifier`}>Corriger</LinkButton>
      {!act.isChanged && (
        <Form action={`/sources/${source.id}/a-revoir/${act.id}`}>
          <input type="hidden" name="revu" value={act.revu_at === null ? '1' : '0'} />
          <button type="submit" class="bouton" aria-label={`${word}${NBSP}: ${nameOf(act)}`}>
            {word}
          </button>
        </Form>
      )}
    </>
  )
}
