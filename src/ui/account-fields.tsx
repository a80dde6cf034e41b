import type { Child } from 'hono/jsx'
import { Field } from './field.tsx'

interface AccountFieldProps {
  label: string
  value: string
  help?: Child
  error?: string | undefined
  width?: 'moyen' | undefined
}

/** A login name, or (`login`) a login name or an address: written as typed, offered by the browser's keeper of passwords. */
export function LoginField({ name, ...field }: AccountFieldProps & { name: 'name' | 'login' }) {
  const { value, ...around } = field
  return (
    <Field name={name} {...around} required>
      <input
        name={name}
        value={value}
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        maxlength={name === 'name' ? 60 : 254}
      />
    </Field>
  )
}

export function EmailField({ value, ...around }: AccountFieldProps) {
  return (
    <Field name="email" {...around} required>
      <input type="email" name="email" value={value} autocomplete="email" maxlength={254} />
    </Field>
  )
}

interface NewPasswordProps {
  /** Names the first of the two fields; the second one is always `confirmation`. */
  name: string
  labels: { password: string; confirmation: string }
  errors: { password: string | undefined; confirmation: string | undefined }
}

/** A password to be chosen, twice; nothing typed here is ever shown again. */
export function NewPasswordFields({ name, labels, errors }: NewPasswordProps) {
  return (
    <>
      <Field
        name={name}
        label={labels.password}
        help="De 12 à 200 caractères. Une phrase de quelques mots se retient mieux qu’une suite de signes."
        error={errors.password}
        required
      >
        <input type="password" name={name} autocomplete="new-password" maxlength={200} />
      </Field>
      <Field name="confirmation" label={labels.confirmation} error={errors.confirmation} required>
        <input type="password" name="confirmation" autocomplete="new-password" maxlength={200} />
      </Field>
    </>
  )
}
