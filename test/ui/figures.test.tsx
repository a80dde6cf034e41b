import { expect, test } from 'vitest'
import { BarChart } from '../../src/ui/chart.tsx'
import { Figures, Panel } from '../../src/ui/figures.tsx'
import { Progress, Steps } from '../../src/ui/steps.tsx'
import { dom, html } from './render.tsx'

test('a figure is a link to what it counts', () => {
  const link = dom(<Figures items={[{ value: 48312, label: 'relevés', href: '/recherche' }]} />).querySelector('a')
  expect(link?.getAttribute('href')).toBe('/recherche')
  expect(link?.textContent).toBe('48\u202f312 relevés')
})

test('« Tout voir » says of what', () => {
  const page = dom(
    <Panel title="À valider" more="/sources">
      <p>rien</p>
    </Panel>,
  )
  expect(page.querySelector('a')?.getAttribute('aria-label')).toBe('Tout voir, À valider')
})

test('a chart stands on its base, the highest bar fills it, and a table tells the figures', () => {
  const bars = [
    { label: 'Mars', name: 'Mars 2026', value: 10 },
    { label: 'Avril', value: 5 },
    { label: 'Mai', value: 0 },
  ]
  const page = dom(<BarChart caption="Relevés par mois" unit="Relevés" bars={bars} />)
  const heights = page.querySelectorAll('rect').map((rect) => Number(rect.getAttribute('height')))
  expect(heights[0]).toBe(2 * (heights[1] ?? 0))
  expect(heights[2]).toBe(0)
  expect(page.querySelectorAll('tbody td').map((td) => td.textContent)).toEqual(['10', '5', '0'])
  expect(page.querySelectorAll('tbody th').map((th) => th.textContent)).toEqual(['Mars 2026', 'Avril', 'Mai'])
  expect(page.querySelectorAll('.sous').map((label) => label.textContent)).toEqual(['Mars', 'Avril', 'Mai'])
  expect(html(<BarChart caption="Rien" unit="Relevés" bars={[]} />)).not.toContain('NaN')
})

test('steps done, current and to come are told without colour', () => {
  const items = dom(<Steps label="Étapes" current={2} steps={['Base', 'Site', 'Fin']} />).querySelectorAll('li')
  expect(items.map((li) => li.getAttribute('aria-current'))).toEqual([undefined, 'step', undefined])
  expect(items.map((li) => li.textContent)).toEqual(['1Base (terminée)', '2Site', '3Fin'])
})

test('progress is told in words, never beyond the end', () => {
  const text = (done: number, total: number) =>
    dom(<Progress label="Import" done={done} total={total} />).querySelector('[role=status]')?.textContent
  expect(text(38, 100)).toBe('Import\u00a0: 38\u00a0%')
  expect(text(120, 100)).toBe('Import\u00a0: 100\u00a0%')
  expect(text(0, 0)).toBe('Import…')
})
