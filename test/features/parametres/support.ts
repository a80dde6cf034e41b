import type { Answer, TestApp, Visitor } from '../../support/app.ts'

export const isChecked = ({ page }: Answer, name: string): boolean =>
  page.all(`[name="${name}"]`)[0]?.hasAttribute('checked') ?? false

/** The state that the form posting to `path` was made from. */
export const etatOf = ({ page }: Answer, path: string): string =>
  page.all(`form[action="${path}"] [name="etat"]`)[0]?.getAttribute('value') ?? ''

/** Sends a file as a browser does: the token first, then the file. */
export function upload(visitor: Visitor, path: string, bytes: Buffer, fileName: string): Promise<Answer> {
  const body = new FormData()
  body.append('_csrf', visitor.token())
  body.append('logo', new Blob([new Uint8Array(bytes)]), fileName)
  return visitor.request(path, { method: 'POST', body, headers: { origin: 'http://localhost' } })
}

/** Reads from the journal who changed which settings. */
export async function journalOf(t: TestApp) {
  const lines = await t.db.selectFrom('journal').select(['user_id', 'action', 'detail']).orderBy('id').execute()
  return lines.filter(({ action }) => action === 'reglages').map(({ user_id, detail }) => [user_id, detail.cles])
}
