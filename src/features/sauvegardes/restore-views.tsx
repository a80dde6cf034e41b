import type { Body } from '../../lib/body.ts'
import { type FormErrors, shown } from '../../lib/body.ts'
import { formatInstant, plural } from '../../lib/text.ts'
import { quoted } from '../../lib/typo.ts'
import { Field } from '../../ui/field.tsx'
import { ErrorSummary } from '../../ui/form.tsx'
import { Confirm } from '../../ui/page.tsx'
import { ProofField } from '../auth/fresh.tsx'
import type { Backup } from './actions/backups.ts'
import type { Restoration } from './rules/restoration-note.ts'

export const WORD = 'REMETTRE'

const BACKUPS = '/parametres/sauvegardes'
export const restorePath = (name: string): string => `${BACKUPS}/${name}/remettre`

interface RestoreProps {
  backup: Backup
  /** Records in it, and in the site. */
  releves: { avant: number; maintenant: number }
  raw: Body
  errors: FormErrors
  isFresh: boolean
}

export const restoreTitle = ({ at }: Backup): string => `Remettre la sauvegarde du ${formatInstant(at)}`

export function RestorePage({ backup, releves, raw, errors, isFresh }: RestoreProps) {
  const [then, now] = [releves.avant, releves.maintenant].map((n) => plural(n, 'relevé', 'relevés'))
  return (
    <Confirm
      title={`${restoreTitle(backup)}\u00a0?`}
      lead={`Elle contient ${then}, le site en a ${now}. La base, les réglages et le logo redeviennent ceux de ce jour-là\u00a0; ce qui a été saisi depuis n’y sera plus. Ce qui est en place est d’abord gardé comme une sauvegarde, à laquelle on peut revenir. Pendant ce temps on peut lire le site, pas y écrire\u00a0; puis chacun se connecte de nouveau.`}
      action={restorePath(backup.name)}
      submit="Remettre cette sauvegarde"
      cancel={BACKUPS}
    >
      <ErrorSummary errors={errors} labels={{ mot: 'Confirmation', preuve: 'Votre mot de passe' }} />
      <Field name="mot" label="Confirmation" help={`Tapez ${quoted(WORD)}.`} error={errors.mot} required>
        <input name="mot" value={shown(raw, 'mot')} maxlength={20} autocomplete="off" />
      </Field>
      <ProofField isFresh={isFresh} help="Celui de votre compte ici." error={errors.preuve} />
    </Confirm>
  )
}

const WORDS: Record<Restoration['etat'], { tone: 'ok' | 'err'; text: (name: string) => string }> = {
  demandee: { tone: 'ok', text: (name) => `${name} est en train d’être remise. On peut lire le site, pas y écrire.` },
  faite: { tone: 'ok', text: (name) => `${name} a été remise. Ce qui était en place est gardé dans la liste.` },
  refusee: { tone: 'err', text: (name) => `${name} n’a pas été remise, et rien n’a changé.` },
  interrompue: {
    tone: 'err',
    text: (name) =>
      `La remise de ${name} s’est arrêtée en chemin. Le site est resté comme avant, ou finira au redémarrage.`,
  },
}

/** How the restoration went that was asked for on the page. */
export function RestorationTold({ restoration }: { restoration: Restoration | undefined }) {
  if (!restoration) return null
  const { tone, text } = WORDS[restoration.etat]
  return (
    <p class={`flash flash-${tone}`} role="status">
      {text(restoration.nom)} {restoration.message}
    </p>
  )
}
