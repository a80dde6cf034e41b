import { keyedToken, sameText } from '../../../../lib/crypto.ts'
import type { Deps } from '../../../../web/env.ts'

const TOKEN_BYTES = 20

/**
 * The token that programs show which watch the site; undefined where nobody watches. It is made of what the settings hold and the
 * secret of the site: the page can show it again, and the settings alone do not tell it.
 */
export function monitorToken({ settings, secret }: Pick<Deps, 'settings' | 'secret'>): string | undefined {
  const { jeton_surveillance } = settings.read()
  return jeton_surveillance === '' ? undefined : keyedToken(secret, 'surveillance', jeton_surveillance, TOKEN_BYTES)
}

/** Is this that token? */
export function isMonitorToken(deps: Pick<Deps, 'settings' | 'secret'>, shown: string | undefined): boolean {
  const token = monitorToken(deps)
  return token !== undefined && !!shown && sameText(shown, token)
}
