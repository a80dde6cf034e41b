import type { Context } from 'hono'
import { Actions, ErrorSummary, Form, Submit } from '../../ui/form.tsx'
import { PageHead } from '../../ui/page.tsx'
import { safePath } from '../../web/address.ts'
import { type AppEnv, router } from '../../web/env.ts'
import { readBody, readQuery, shown } from '../../web/form.ts'
import { page, seeOther } from '../../web/render.tsx'
import { PROOF_FIELD, PROOF_PATH, ProofField, proofProblem } from './fresh.tsx'

const TITLE = 'Votre mot de passe'

/** Asks for the password before a file that an unattended screen must not give away (`provedLately`). */
export const proofRoutes = router()

interface ProofProps {
  suite: string
  error?: string | undefined
}

function ProofPage({ suite, error }: ProofProps) {
  return (
    <>
      <PageHead
        title={TITLE}
        lead="Ce que vous demandez contient des données que personne d’autre ne doit emporter d’un écran laissé ouvert."
      />
      <ErrorSummary errors={error === undefined ? {} : { [PROOF_FIELD]: error }} />
      <Form action={PROOF_PATH}>
        <input type="hidden" name="suite" value={suite} />
        <ProofField
          isFresh={false}
          help="Celui de votre compte ici. Il ne sera pas redemandé pendant une demi-heure. Un fichier se télécharge aussitôt, sans changer de page."
          error={error}
        />
        <Actions>
          <Submit>Continuer</Submit>
        </Actions>
      </Form>
    </>
  )
}

const proofPage = (c: Context<AppEnv>, props: ProofProps) =>
  page(c, TITLE, <ProofPage {...props} />, props.error === undefined ? 200 : 422)

proofRoutes.get(PROOF_PATH, (c) => {
  const suite = safePath(shown(readQuery(c), 'suite'))
  return c.var.isFresh ? seeOther(c, suite) : proofPage(c, { suite })
})

proofRoutes.post(PROOF_PATH, async (c) => {
  const raw = await readBody(c)
  const suite = safePath(shown(raw, 'suite'))
  const error = await proofProblem(c, raw)
  return error === undefined ? seeOther(c, suite) : proofPage(c, { suite, error })
})
