import { NBSP, quoted } from '../../lib/typo.ts'
import { Definitions, PageHead } from '../../ui/page.tsx'
import { type PersonalSettings, type Treatment, unusedInWords } from './rules/treatments.ts'

export const TITLE = 'Données personnelles'
export const REGISTER_TITLE = 'Registre des traitements'

const paragraphs = (text: string): string[] => text.split(/\n+/).filter((line) => line.trim() !== '')

function Lines({ text }: { text: string }) {
  return (
    <>
      {paragraphs(text).map((line) => (
        <p>{line}</p>
      ))}
    </>
  )
}

interface PageProps {
  settings: PersonalSettings
  siteName: string
  /** Somebody is signed in: the links to the own profile lead somewhere. */
  isIn: boolean
}

/** Everybody may read it: what this site knows of people, for how long, and whom to ask. */
export function DonneesPage({ settings, siteName, isIn }: PageProps) {
  return (
    <>
      <PageHead
        title={TITLE}
        lead={`Ce que ${quoted(siteName)} garde de vous, combien de temps, et à qui le demander.`}
      />
      <Responsible settings={settings} />
      <Kept settings={settings} />
      <section>
        <h2>Ce qui n’arrive pas</h2>
        <p>
          Aucune publicité, aucune mesure d’audience, aucun traceur, aucune donnée vendue ou cédée. Le site ne pose que
          les cookies sans lesquels il ne marcherait pas{NBSP}: la session, la protection des formulaires, l’apparence
          choisie.
        </p>
      </section>
      <Rights contact={settings.contact_donnees} isIn={isIn} />
    </>
  )
}

function Responsible({
  settings: { responsable_donnees, contact_donnees, sous_traitants },
}: Pick<PageProps, 'settings'>) {
  return (
    <section>
      <h2>Qui en répond</h2>
      {responsable_donnees === '' ? <p>L’association qui tient ce site.</p> : <Lines text={responsable_donnees} />}
      {contact_donnees !== '' && <p>{`Pour toute question${NBSP}: ${contact_donnees}`}</p>}
      {sous_traitants !== '' && (
        <>
          <h3>Qui travaille pour elle</h3>
          <Lines text={sous_traitants} />
        </>
      )}
    </section>
  )
}

function Kept({ settings }: Pick<PageProps, 'settings'>) {
  return (
    <section>
      <h2>Ce qui est gardé</h2>
      <ul class="aide-lignes">
        <li>
          <strong>Votre compte</strong>
          {`${NBSP}: nom d’utilisateur, adresse électronique, empreinte du mot de passe (jamais le mot de passe), rôle, sections, préférences. ${unusedInWords(settings)}`}
        </li>
        <li>
          <strong>Vos relevés</strong>
          {`${NBSP}: chaque version porte votre nom et sa date, pour que l’on sache qui a lu quoi. Si vous supprimez votre compte, ils restent, sans votre nom.`}
        </li>
        <li>
          <strong>Le journal</strong>
          {`${NBSP}: connexions, refus et changements, avec l’adresse IP, pendant ${settings.journal_mois}${NBSP}mois. Seuls les administrateurs le lisent.`}
        </li>
        <li>
          <strong>Les sauvegardes</strong>
          {`${NBSP}: ce qui vient d’être effacé y reste jusqu’à ce que la plus ancienne soit remplacée.`}
        </li>
        <li>
          <strong>Les actes</strong>
          {`${NBSP}: ils nomment des personnes du passé, selon les délais de communicabilité des archives. Si l’un d’eux vous touche de près, demandez qu’il soit retiré.`}
        </li>
      </ul>
    </section>
  )
}

function Rights({ contact, isIn }: { contact: string; isIn: boolean }) {
  return (
    <section>
      <h2>Vos droits</h2>
      {isIn ? (
        <ul class="aide-lignes">
          <li>
            Lire et emporter ce que le site sait de vous{NBSP}: <a href="/profil/donnees">télécharger mes données</a>.
          </li>
          <li>
            Corriger votre nom ou votre adresse{NBSP}: <a href="/profil">mon profil</a>.
          </li>
          <li>
            Effacer votre compte{NBSP}: <a href="/profil/suppression">supprimer mon compte</a>.
          </li>
        </ul>
      ) : (
        <p>
          Une fois connecté, votre profil permet de télécharger ce que le site sait de vous, de le corriger et de
          supprimer votre compte.
        </p>
      )}
      <p>
        {contact === '' ? 'Pour le reste, écrivez à un administrateur.' : `Pour le reste, écrivez à ${contact}.`} Si la
        réponse ne vient pas, ou ne vous convient pas, vous pouvez saisir la CNIL (www.cnil.fr).
      </p>
    </section>
  )
}

interface RegisterProps extends Omit<PageProps, 'isIn'> {
  treatments: Treatment[]
  /** « 28 novembre 2026 ». */
  day: string
}

/** The register of article 30, to be printed: of what the site does, as it is set; the association adds what it does elsewhere. */
export function RegisterPage({ settings, siteName, treatments, day }: RegisterProps) {
  return (
    <>
      <PageHead
        title={REGISTER_TITLE}
        lead="Article 30 du RGPD : ce que ce site traite. Imprimez-le, et joignez-y ce que l’association traite ailleurs."
        action={<a href="/parametres#donnees">Compléter dans les paramètres</a>}
      />
      <Definitions
        items={[
          { term: 'Responsable du traitement', value: settings.responsable_donnees },
          { term: 'Contact', value: settings.contact_donnees },
          { term: 'Sous-traitants', value: settings.sous_traitants },
          { term: 'Site', value: siteName },
          { term: 'Établi le', value: day },
        ]}
      />
      {treatments.map((one) => (
        <section>
          <h2>{one.nom}</h2>
          <Definitions
            items={[
              { term: 'Finalité', value: one.finalite },
              { term: 'Base légale', value: one.base },
              { term: 'Personnes concernées', value: one.personnes },
              { term: 'Données', value: one.donnees },
              { term: 'Destinataires', value: one.destinataires },
              { term: 'Durée de conservation', value: one.duree },
              { term: 'Transfert hors de l’Union européenne', value: 'Aucun par le site lui-même.' },
              { term: 'Sécurité', value: one.securite },
            ]}
          />
        </section>
      ))}
    </>
  )
}
