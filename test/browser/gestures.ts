// These are the gestures of a person on our pages, with scripts and without: both ways of a gesture stand side by side.
import type { Page } from '../support/page.ts'
import type { Site } from '../support/site.ts'

/** A page of the site and whether it runs scripts. */
export interface Visit {
  site: Site
  page: Page
  scripts: boolean
}

const query = (selector: string) => `document.querySelector(${JSON.stringify(selector)})`
const named = (name: string) => `[name=${JSON.stringify(name)}]`

export const openPath = ({ site, page }: Visit, path: string) => page.goto(site.url + path)

export const type = ({ page }: Visit, name: string, text: string) => page.fill(`main ${named(name)}`, text)

/** Chooses the option whose text begins so, as a person who reads the list. */
export async function choose({ page }: Visit, name: string, label: string): Promise<void> {
  const chosen = await page.evaluate<boolean>(`(function () {
    var select = ${query(`main select${named(name)}`)}, label = ${JSON.stringify(label)}
    var option = Array.from(select.options).find(function (o) { return o.textContent.trim().indexOf(label) === 0 })
    if (!option) return false
    select.focus()
    select.value = option.value
    select.dispatchEvent(new Event('input', { bubbles: true }))
    select.dispatchEvent(new Event('change', { bubbles: true }))
    return true
  })()`)
  if (!chosen) throw new Error(`${name} offers nothing that begins with « ${label} »`)
}

/** A place by what is typed of it: the suggestions, or « Chercher » and the list that comes back. */
export async function choosePlace(visit: Visit, name: string, typed: string, nomLong: string): Promise<void> {
  const { page, scripts } = visit
  await type(visit, `texte:${name}`, typed)
  if (scripts) {
    await page.waitFor(`Array.from(document.querySelectorAll('.suggestions:not([hidden]) [role=option]'))
      .some(function (option) { return option.textContent.trim() === ${JSON.stringify(nomLong)} })`)
    const active = `(${query('.suggestions:not([hidden]) [aria-selected=true]')} || { textContent: '' }).textContent.trim()`
    for (let i = 0; i < 12 && (await page.evaluate(active)) !== nomLong; i++) await page.press('ArrowDown')
    await page.press('Enter')
  } else {
    await page.leaving(() => page.click(`main [name=chercher][value=${JSON.stringify(name)}]`))
    await choose(visit, name, nomLong)
  }
}

/** Presses the main button of the form, which leads to another page. */
export const send = ({ page }: Visit) => page.leaving(() => page.click('main button.principal'))

/** Saves a record and waits for the form of the next one. */
export async function saveReleve(visit: Visit): Promise<void> {
  await sendReleve(visit)
  await visit.page.waitFor(`/Enregistré à \\d/.test(document.body.textContent)`)
}

/** Sends a record and waits for an answer, good or bad. */
export async function sendReleve({ page, scripts }: Visit): Promise<void> {
  const click = () => page.click('main [data-enregistrer]')
  if (!scripts) return page.leaving(click)
  // A refused form is drawn anew; one that was saved may stay, under the key of the next record.
  const key = await page.evaluate<string>(
    `(function (form) { form.dataset.ancien = '1'; return form.dataset.cle })(${query('form[data-saisie]')})`,
  )
  await click()
  await page.waitFor(`${query('form[data-saisie]')}.matches(':not([data-ancien]), :not([data-cle="${key}"])')`)
}
