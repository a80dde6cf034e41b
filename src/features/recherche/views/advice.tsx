import { fold } from '../../../lib/text.ts'
import { NBSP, NNBSP, quoted } from '../../../lib/typo.ts'
import { EmptyState } from '../../../ui/page.tsx'
import { type Criteria, searchUrl } from '../rules/criteria.ts'

/** What to loosen, the likeliest first; with the address that does it where one change is enough. */
interface Advice {
  text: string
  href?: string
}

export function NothingFound({ criteria }: { criteria: Criteria }) {
  const list = advices(criteria)
  if (list.length === 0)
    return (
      <EmptyState title="Aucun relevé ne répond à tous ces critères.">
        Aucun relevé ne vous est encore accessible.
      </EmptyState>
    )
  return (
    <div class="vide">
      <p class="vide-titre">Aucun relevé ne répond à tous ces critères.</p>
      <p>{`Essayez ceci${NBSP}:`}</p>
      <ul class="recherche-conseils">
        {list.map(({ text, href }) => (
          <li>{href === undefined ? text : <a href={href}>{text}</a>}</li>
        ))}
      </ul>
    </div>
  )
}

/** First word asked of any text, where a longer beginning might find more. */
function longWord({ asked }: Criteria): string | undefined {
  const [first] = asked.flatMap((one) => (one.what === 'mots' && one.how === 'mot' ? one.words : []))
  const word = first?.replace(/[*?]/g, '') ?? ''
  return word.length > 4 ? word : undefined
}

function advices(criteria: Criteria): Advice[] {
  const { asked, noms, nom, prenom, mode, role, q } = criteria
  const list: Advice[] = []
  const to = (text: string, change: Partial<Criteria>) => list.push({ text, href: searchUrl(criteria, change) })
  if (asked.length + noms.length > 1) list.push({ text: 'cherchez moins de mots' })
  const word = longWord(criteria)
  if (word !== undefined) {
    const isWord = (typed: string) => fold(typed).replace(/[*?]/g, '') === word
    const replaced = (by: string) => ({
      q: q.replace(/[\p{L}\p{N}\p{M}*?]+/gu, (typed) => (isWord(typed) ? by : typed)),
    })
    to(`cherchez ce qui se prononce comme ${quoted(word)}`, replaced(`~${word}`))
    const start = `${word.slice(0, 4)}*`
    to(`cherchez le début du nom suivi d’une étoile, comme ${quoted(start)}`, replaced(start))
  }
  if (nom + prenom !== '' && mode !== 'sonore') to('cherchez ce qui se prononce ainsi', { mode: 'sonore' })
  if (nom + prenom !== '' && mode === 'exact') to('cherchez le début du nom seulement', { mode: 'debut' })
  if (nom !== '' && prenom !== '') to('cherchez sans le prénom', { prenom: '' })
  if (role !== null && nom + prenom !== '') to('cherchez ce nom porté par n’importe qui dans l’acte', { role: null })
  list.push(...widerFilters(criteria))
  if (list.length === 0 && asked.length + noms.length > 0) list.push({ text: 'tentez une graphie ancienne du nom' })
  return list
}

function widerFilters(criteria: Criteria): Advice[] {
  const { type, lieu, annee_debut, annee_fin, section, statut, source } = criteria
  const list: Advice[] = []
  const to = (text: string, change: Partial<Criteria>) => list.push({ text, href: searchUrl(criteria, change) })
  if (annee_debut !== null || annee_fin !== null) {
    const wider = (year: number | null, by: number) => (year === null ? null : Math.max(1500, year + by))
    to(`élargissez les années de dix ans de chaque côté`, {
      annee_debut: wider(annee_debut, -10),
      annee_fin: wider(annee_fin, 10),
    })
  }
  if (source !== null) to('cherchez dans toutes les sources', { source: null })
  if (lieu !== null) to(`choisissez un lieu plus vaste, ou tous les lieux`, { lieu: null })
  if (type !== null) to('ne choisissez pas de type de source', { type: null })
  if (section !== null) to(`cherchez dans toutes les sections`, { section: null })
  if (statut !== null)
    to(`cherchez quel que soit le statut${NNBSP}; les sources à relever n’ont pas de relevés`, { statut: null })
  return list
}
