import type { Body, FormErrors } from '../../../lib/body.ts'
import { shown, shownAll } from '../../../lib/body.ts'
import { agreed, formatNumber, plural, sortKey } from '../../../lib/text.ts'
import { NBSP } from '../../../lib/typo.ts'
import { CheckField, Fieldset } from '../../../ui/field.tsx'
import { Actions, ErrorSummary, Form, Submit } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page.tsx'
import { ETATS } from '../../imports/rules/states.ts'
import { Attributions } from '../attributions.tsx'
import { POSITIONS_PATH } from '../positions/queries.ts'
import type { FranceChoice } from './file.ts'
import { COMMUNES_PATH, type LastLoad } from './queries.ts'

export const COMMUNES_TITLE = 'Communes de France'

export interface CommunesProps {
  choices: FranceChoice[]
  last: LastLoad | undefined
  /** So many places that are there have no position. */
  lost: number
  raw: Body
  errors: FormErrors
  jeton: string
}

/** The ready set of places: what can be loaded. What would be created is counted on the page of the import that follows. */
export function CommunesPage({ choices, last, lost, raw, errors, jeton }: CommunesProps) {
  const communes = choices.reduce((n, d) => n + d.communes, 0)
  return (
    <>
      <PageHead
        title={COMMUNES_TITLE}
        lead={`Commencez avec un jeu de lieux prêt${NBSP}: la France, ses régions, ses départements et ses ${formatNumber(communes)} communes, avec leur code Insee et, presque toujours, leur position.`}
      />
      {last && <Last {...last} />}
      {lost > 0 && (
        <p>
          {`${plural(lost, 'lieu', 'lieux')} du site ${agreed(lost, 'n’a', 'n’ont')} pas de position${NBSP}: `}
          <a href={POSITIONS_PATH}>Chercher les positions manquantes</a>
        </p>
      )}
      <Choice {...{ choices, raw, errors, jeton }} />
      <Attributions />
    </>
  )
}

function Last({ id, etat, nom_fichier, creees }: LastLoad) {
  const made = etat === 'termine' ? `, ${plural(creees, 'lieu créé', 'lieux créés')}` : ''
  return (
    <p>
      {`Dernier chargement${NBSP}: ${nom_fichier} (${ETATS[etat].label.toLowerCase()}${made}). `}
      <a href={`/imports/${id}`}>Le voir{etat === 'termine' && ', ou l’annuler'}</a>
    </p>
  )
}

function Choice({ choices, raw, errors, jeton }: Omit<CommunesProps, 'last' | 'lost'>) {
  const portee = shown(raw, 'portee') || 'departements'
  const departements = new Set(choices.map(({ code }) => code)).size
  const regions = new Set(choices.map(({ region }) => region.code)).size
  const all = choices.reduce((n, d) => n + d.communes, 1 + regions + departements)
  return (
    <Form action={COMMUNES_PATH}>
      <input type="hidden" name="_envoi" value={jeton} />
      <ErrorSummary errors={errors} labels={{ portee: 'À charger', departements: 'Départements' }} />
      <Fieldset
        legend="À charger"
        name="portee"
        error={errors.portee}
        help={`Vous verrez combien de lieux seraient créés avant que rien ne le soit. Un lieu déjà là, de même code ou de même nom au même endroit, est gardé tel quel${NBSP}: on peut recommencer sans risque.`}
      >
        <Scope value="departements" checked={portee !== 'france'}>
          Certains départements, avec leur région
        </Scope>
        <Scope value="france" checked={portee === 'france'}>
          {`Toute la France (${formatNumber(all)} lieux), si rien n’est coché ci-dessous`}
        </Scope>
      </Fieldset>
      <Fieldset legend="Départements" name="departements" error={errors.departements}>
        <Regions {...{ choices, raw }} />
      </Fieldset>
      <Actions cancel="/lieux">
        <Submit>Compter les lieux à créer</Submit>
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

interface Region {
  code: string
  nom: string
  departements: FranceChoice[]
}

/** Regions by name; a region that is one département is that département, and these come last, together. */
function regionsOf(choices: FranceChoice[]): { regions: Region[]; alone: FranceChoice[] } {
  const byCode = new Map<string, Region>()
  for (const one of choices) {
    const { code, nom } = one.region
    const region = byCode.get(code) ?? { code, nom, departements: [] }
    region.departements.push(one)
    byCode.set(code, region)
  }
  const all = [...byCode.values()].toSorted((a, b) => (sortKey(a.nom) < sortKey(b.nom) ? -1 : 1))
  return {
    regions: all.filter(({ departements }) => departements.length > 1),
    alone: choices.filter(({ region }) => byCode.get(region.code)?.departements.length === 1),
  }
}

/** Boxes by region; static/js/filtre-cases.js leaves those that the typed words fit. */
function Regions({ choices, raw }: { choices: FranceChoice[]; raw: Body }) {
  const { regions, alone } = regionsOf(choices)
  const ticked = new Set(shownAll(raw, 'departements'))
  const tickedRegions = new Set(shownAll(raw, 'regions'))
  const box = (one: FranceChoice) => <Departement {...one} isTicked={ticked.has(one.code)} />
  return (
    <div data-filtre-cases>
      <p class="champ avec-js">
        <label for="filtre-departements">Trouver un département ou une région</label>
        <input id="filtre-departements" type="search" autocomplete="off" spellcheck={false} data-filtre-texte />
      </p>
      <p class="aide" role="status" data-filtre-avis />
      {regions.map(({ code, nom, departements }) => (
        <div class="cases-groupe" data-filtre-groupe>
          <CheckField name="regions" id={`region-${code}`} label={`${nom}${NBSP}: toute la région`}>
            <input type="checkbox" name="regions" value={code} checked={tickedRegions.has(code)} />
          </CheckField>
          <div class="cases">{departements.map(box)}</div>
        </div>
      ))}
      <div class="cases-groupe" data-filtre-groupe>
        <p class="cases-titre">Outre-mer</p>
        <div class="cases">{alone.map(box)}</div>
      </div>
    </div>
  )
}

function Departement({ code, nom, communes, region, isTicked }: FranceChoice & { isTicked: boolean }) {
  return (
    <div data-filtre={`${sortKey(code)} ${sortKey(nom)} ${sortKey(region.nom)}`}>
      <CheckField name="departements" id={`departement-${code}`} label={`${code} ${nom} (${formatNumber(communes)})`}>
        <input type="checkbox" name="departements" value={code} checked={isTicked} />
      </CheckField>
    </div>
  )
}
