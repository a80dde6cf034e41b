import type { FormErrors } from '../lib/body.ts'
import { unlessTaken } from './constraints.ts'
import { dialectOf } from './dialect/index.ts'
import type { Db, Trx } from './schema.ts'

/** A form that was stored, with what its action gives, or refused. */
export type Saved<T = null> = { ok: true; value: T } | Refused

/** Refused for what was typed (422) or, where `version` is told, because somebody saved the row meanwhile (409). */
export interface Refused {
  ok: false
  errors: FormErrors
  /** Theirs, for the next try. */
  version?: number | string
}

/** Leaves the transaction, so that nothing of a refused form is kept, its one-time token included. */
class RefusedForm extends Error {
  readonly refusal: Refused
  constructor(refusal: Refused) {
    super('refused form')
    this.refusal = refusal
  }
}

/** Inside `saving`, however deep: nothing is stored, and the form comes back with these errors. */
export function refuse(errors: FormErrors, version?: number): never {
  throw new RefusedForm({ ok: false, errors, ...(version === undefined ? {} : { version }) })
}

/** Inside `saving`: the form is refused where something is wrong with it. */
export function refuseIf(errors: FormErrors): void {
  if (Object.keys(errors).length > 0) refuse(errors)
}

/** Errors for what other people do at the same time, which only the constraints of the database see. */
interface Collisions {
  /** A value that only one row may have is another row's. */
  taken?: FormErrors | (() => Promise<FormErrors>)
  /** Something that was chosen is there no more. */
  gone?: FormErrors
}

/** The one transaction in which a form is saved. What stands in the way of it is a value, beside the field it is about. */
export async function saving<T>(
  db: Db,
  { taken, gone }: Collisions,
  work: (trx: Trx) => Promise<T>,
): Promise<Saved<T>> {
  const save = async (): Promise<Saved<T>> => ({ ok: true, value: await db.transaction().execute(work) })
  try {
    if (!taken) return await save()
    return await unlessTaken(db, save, async () => refused(typeof taken === 'function' ? await taken() : taken))
  } catch (error) {
    if (error instanceof RefusedForm) return error.refusal
    if (gone && dialectOf(db).errors.isForeignKeyViolation(error)) return refused(gone)
    throw error
  }
}

const refused = (errors: FormErrors): Refused => ({ ok: false, errors })
