import { NBSP, quoted } from '../../lib/typo.ts'
import { LinkButton, PageHead, Sheet } from '../../ui/page.tsx'
import { FORMATS } from '../../web/formats/index.ts'

export const SITE_TITLE = 'Exporter pour d’autres sites'

/** The lists that other sites take, with what each is for. `path`: where they are. */
export function Lists({ path }: { path: string }) {
  return (
    <>
      <h2>Pour GeneaBank et pour votre site</h2>
      <Sheet>
        <p>
          La liste des communes{NBSP}: genre d’actes, années, nombre d’actes, et combien nomment un père ou une mère
          (les actes filiatifs). Aucun nom de personne n’y paraît.
        </p>
        <p class="actions">
          {FORMATS.map(({ extension, label }) => (
            <LinkButton href={`${path}/couverture/${extension}`}>Communes et nombres d’actes en {label}</LinkButton>
          ))}
        </p>
      </Sheet>
      <h2>Pour Geneanet</h2>
      <Sheet>
        <p>
          L’index des noms de famille{NBSP}: une ligne par nom et par commune, avec les années et le nombre de personnes
          qui le portent, tous rôles confondus. Les graphies qui ne diffèrent que par un accent ou une majuscule sont
          comptées ensemble.
        </p>
        <p>
          Geneanet y cherche le pays, puis le département{NBSP}: donnez aux lieux leur code, et le type{' '}
          {quoted('Commune')}, {quoted('Département')} ou {quoted('Pays')}.
        </p>
        <p class="actions">
          <LinkButton href={`${path}/geneanet`}>Index des noms pour Geneanet</LinkButton>
        </p>
      </Sheet>
    </>
  )
}

/** Lists of the whole site. */
export const SiteExportsPage = () => (
  <>
    <PageHead
      title={SITE_TITLE}
      lead="De tout le site, toutes sections réunies. Un grand site demande une minute ou deux."
    />
    <Lists path="/export" />
  </>
)
