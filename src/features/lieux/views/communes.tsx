import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown, shownAll } from '../../../lib/body.ts'
import { formatNumber, plural } from '../../../lib/text.ts'
import { CheckField, Fieldset } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page.tsx'
import { Progress } from '../../../ui/steps.tsx'
import { NBSP, NNBSP } from '../../../ui/typo.ts'
import type { LoadShown } from '../communes.ts'
import type { FranceChoice } from '../communes-file.ts'

export const COMMUNES_PATH = '/lieux/communes'
export const COMMUNES_TITLE = 'Communes de France'
const TARGET = '#chargement'

export interface CommunesProps {
  choices: FranceChoice[]
  last: LoadShown | undefined
  raw: Body
  errors: FormErrors
}

/** The ready set of places: what can be loaded, and how far a load is. */
export function CommunesPage({ choices, last, raw, errors }: CommunesProps) {
  const communes = choices.reduce((n, d) => n + d.communes, 0)
  const isRunning = last !== undefined && (last.etat === 'attente' || last.etat === 'en_cours')
  return (
    <>
      <PageHead
        title={COMMUNES_TITLE}
        lead={`Commencez avec un jeu de lieux prêt${NBSP}: la France, ses régions, ses départements et ses ${formatNumber(communes)} communes, avec leur code Insee et souvent leur position.`}
      />
      <Load last={last} isRunning={isRunning} />
      {!isRunning && <Choice {...{ choices, raw, errors }} />}
      <Attributions />
    </>
  )
}

function Load({ last, isRunning }: { last: LoadShown | undefined; isRunning: boolean }) {
  const polling = {
    'hx-get': COMMUNES_PATH,
    'hx-trigger': 'every 2s',
    'hx-select': TARGET,
    'hx-target': TARGET,
    'hx-swap': 'outerHTML',
  }
  return (
    <div id="chargement" {...(isRunning && polling)}>
      {last !== undefined && (isRunning ? <Running {...last} /> : <Ended {...last} />)}
    </div>
  )
}

function Running({ faits, total }: LoadShown) {
  return (
    <>
      <Progress label="Chargement des communes" done={faits} total={total} />
      <p>
        Vous pouvez quitter cette page{NBSP}: le travail continue sans elle. <a href={COMMUNES_PATH}>Actualiser</a>
      </p>
    </>
  )
}

function Ended({ etat, crees, gardes }: LoadShown) {
  if (etat === 'garee')
    return (
      <p class="flash flash-err" role="status">
        Le dernier chargement n’a pas abouti{NNBSP}; ce qu’il avait créé est resté. Relancez-le{NBSP}: il reprendra ce
        qui manque.
      </p>
    )
  const kept = gardes === 0 ? '' : ` ${plural(gardes, 'lieu déjà là a été gardé', 'lieux déjà là ont été gardés')}.`
  return (
    <p class="flash flash-ok" role="status">
      {`Dernier chargement${NBSP}: ${plural(crees, 'lieu créé', 'lieux créés')}.${kept} `}
      <a href="/lieux">Voir les lieux</a>
    </p>
  )
}

function Choice({ choices, raw, errors }: Omit<CommunesProps, 'last'>) {
  const portee = shown(raw, 'portee') || 'france'
  const ticked = new Set(shownAll(raw, 'departements'))
  return (
    <Form action={COMMUNES_PATH}>
      <ErrorSummary errors={errors} labels={{ portee: 'À charger', departements: 'Départements' }} />
      <Fieldset
        legend="À charger"
        name="portee"
        error={errors.portee}
        help="Un lieu déjà là, de même code ou de même nom au même endroit, est gardé tel quel&nbsp;: on peut recommencer sans risque."
      >
        <Scope value="france" checked={portee === 'france'}>
          Toute la France
        </Scope>
        <Scope value="departements" checked={portee !== 'france'}>
          Certains départements, avec leur région
        </Scope>
      </Fieldset>
      <Fieldset legend="Départements" name="departements" error={errors.departements}>
        <div class="cases">
          {choices.map((one) => (
            <Departement {...one} isTicked={ticked.has(one.code)} />
          ))}
        </div>
      </Fieldset>
      <Actions cancel="/lieux">
        <Submit>Charger les communes</Submit>
      </Actions>
    </Form>
  )
}

function Scope({ value, checked, children }: { value: string; checked: boolean; children: string }) {
  return (
    <CheckField name="portee" id={`portee-${value}`} label={children}>
      <input type="radio" name="portee" value={value} checked={checked} />
    </CheckField>
  )
}

function Departement({ code, nom, isTicked }: { code: string; nom: string; isTicked: boolean }) {
  return (
    <CheckField name="departements" id={`departement-${code}`} label={`${code} ${nom}`}>
      <input type="checkbox" name="departements" value={code} checked={isTicked} />
    </CheckField>
  )
}

function Attributions() {
  return (
    <p class="aide">
      Sources{NBSP}: Code officiel géographique, Insee, sous{' '}
      <a href="https://www.etalab.gouv.fr/licence-ouverte-open-licence">Licence Ouverte (Etalab)</a>
      {NNBSP}; positions{NBSP}: <a href="https://www.geonames.org">GeoNames</a>, sous licence{' '}
      <a href="https://creativecommons.org/licenses/by/4.0/deed.fr">CC BY 4.0</a>.
    </p>
  )
}
