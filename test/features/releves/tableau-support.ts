import type { TestApp, Visitor } from '../../support/app.ts'
import type { Page } from '../../support/html.ts'

/** A burial table of Pleurtuit: the view carried over, acts numbered. */
export async function burials(t: TestApp) {
  const type = await t.make.typeSource({
    champs: [
      { nom: 'vue', label: 'Vue' },
      { nom: 'numero', label: 'N° d’acte', type: 'number' },
      { nom: 'date_evenement', label: 'Date', type: 'date' },
      { nom: 'nom', label: 'Nom', required: true },
      { nom: 'prenom', label: 'Prénom' },
      { nom: 'lieu', label: 'Village', type: 'place' },
      { nom: 'notes', label: 'Notes', type: 'textarea' },
    ],
  })
  for (const [nom, politique] of [['vue', 'repris'] as const, ['numero', 'incremente'] as const])
    await t.db
      .updateTable('champs')
      .set({ politique })
      .where('type_source_id', '=', type.id)
      .where('nom', '=', nom)
      .execute()
  const lieu = await t.make.lieu({ nom: 'Pleurtuit' })
  const source = await t.make.source({ type, section: t.saintMalo, lieu, annee_debut: 1780, annee_fin: 1802 })
  const row = (vue: string, nom: string, more = {}) => t.make.releve(source, { vue, nom, ...more })
  return { source, lieu, row, path: `/sources/${source.id}/tableau`, releves: `/sources/${source.id}/releves` }
}

/** The live row as a browser sends it; `change` is typed first. */
export function sentRow(page: Page, change: Record<string, string> = {}): Record<string, string> {
  const names = page.all('form[data-tableau] [name]').map((node) => node.getAttribute('name') ?? '')
  const fields = names.filter((name) => name !== '_csrf' && name !== 'chercher')
  return { ...Object.fromEntries(fields.map((name) => [name, page.value(name)])), ...change }
}

/** The action of the form that holds the live row. */
export const actionOf = (page: Page): string => page.one('form[data-tableau]').getAttribute('action') ?? ''

/** Types in the live row of this address and sends it, as somebody without scripts does. */
export async function typeRow(visitor: Visitor, address: string, change: Record<string, string>) {
  const { page } = await visitor.get(address)
  return visitor.post(actionOf(page), sentRow(page, change))
}

/** Reads what the rows show, row by row, the number of the row first, the live one as « * ». */
export const grid = (page: Page): string[] =>
  page
    .all('table.grille tbody tr[data-ligne]')
    .map((tr) =>
      tr.classList.contains('vive')
        ? '*'
        : [tr.querySelector('th'), ...tr.querySelectorAll('td:not(.grille-liens)')]
            .map((cell) => cell?.text.trim())
            .join('|'),
    )
