import { Door } from '../../../ui/door.tsx'
import { Form, Submit } from '../../../ui/form.tsx'

export const STOP_TITLE = 'Ne plus recevoir ces courriels'
export const STOPPED_TITLE = 'C’est noté'
export const UNKNOWN_TITLE = 'Ce lien ne sert plus'

/** Asks for a click: programs that look at mails follow their links, and must change nothing. */
export const StopPage = ({ path }: { path: string }) => (
  <Door title={STOP_TITLE}>
    <p>
      Vous ne recevrez plus de courriels au sujet de vos recherches gardées. Les recherches restent sur le site, avec
      leurs nouveautés.
    </p>
    <Form action={path}>
      <Submit>Ne plus recevoir ces courriels</Submit>
    </Form>
  </Door>
)

export const StoppedPage = () => (
  <Door title={STOPPED_TITLE}>
    <p>
      Vous ne recevrez plus de courriels au sujet de vos recherches gardées. Si vous changez d’avis, cochez-les de
      nouveau dans <a href="/profil">votre profil</a>.
    </p>
  </Door>
)

export const UnknownPage = () => (
  <Door title={UNKNOWN_TITLE}>
    <p>
      Ce lien est trop ancien. Pour ne plus recevoir de courriels, ouvrez <a href="/profil">votre profil</a>, sous
      «&nbsp;Courriels&nbsp;».
    </p>
  </Door>
)
