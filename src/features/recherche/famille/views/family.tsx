import { plural } from '../../../../lib/text.ts'
import { NBSP } from '../../../../lib/typo.ts'
import { Badge, EmptyState, type Tone } from '../../../../ui/page.tsx'
import { coupleLabel, coupleUrl, familyUrl } from '../../../releves/rules/couple-links.ts'
import type { FamilyQuestion } from '../form.ts'
import type { FoundFamily } from '../queries/family.ts'
import { MOST_ACTS, type OtherNames, YEARS_AFTER, yearOf } from '../rules/family.ts'
import type { Reason } from '../rules/verdict.ts'
import { VERDICTS } from '../rules/words.ts'
import { ActList, AsideList } from './acts.tsx'

interface FamilyProps {
  question: FamilyQuestion
  found: FoundFamily
}

export function FamilyView({ question, found }: FamilyProps) {
  const { family } = found
  if (family.nbActs === 0) return <Nothing question={question} found={found} />
  return (
    <>
      <Why {...found} />
      {family.isCut && (
        <p class="aide">
          Trop d’actes portent ces noms{NBSP}: {MOST_ACTS} au plus sont rapprochés ici, les plus proches de l’année
          demandée.
        </p>
      )}
      <ActList family={family} question={question} />
      {family.aside.length > 0 && <AsideList question={question} aside={family.aside} />}
      <Others question={question} found={found} />
      <Where question={question} found={found} />
    </>
  )
}

const TONES: Record<Reason['tone'], { tone: Tone; label: string }> = {
  ok: { tone: 'ok', label: 'pour' },
  neutre: { tone: 'neutre', label: 'à savoir' },
  doute: { tone: 'warn', label: 'doute' },
  contre: { tone: 'err', label: 'contre' },
}

/** The verdict with its reasons; on paper the reasons cannot be unfolded, and stand below it. */
function Why({ family: { verdict, reasons } }: FoundFamily) {
  const words = verdict === null ? 'rien de sûr' : VERDICTS[verdict]
  const list = (
    <ul class="famille-raisons">
      {reasons.map(({ tone, text }) => (
        <li>
          <Badge tone={TONES[tone].tone}>{TONES[tone].label}</Badge> {text}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <details class="famille-pourquoi">
        <summary>
          Pourquoi «{NBSP}
          {words}
          {NBSP}»
        </summary>
        {list}
      </details>
      <div class="imprime">{list}</div>
    </>
  )
}

/** Other couples of the same names here, and of the same surnames with other first names. */
function Others({ question, found: { family, otherNames } }: FamilyProps) {
  const { lieu, releve: _, annee: __, ...names } = question
  const same = family.others.slice(0, MOST_OTHERS).map((act) => ({
    href: familyUrl({ ...names, lieu: lieu?.id ?? null, annee: yearOf(act), releve: act.id }),
    label: `${coupleLabel(names)}${yearOf(act) === null ? '' : `, ${yearOf(act)}`}`,
  }))
  const other = otherNames.slice(0, MOST_OTHERS).map((one) => ({
    href: familyUrl({ ...withFirstNames(question, one), lieu: lieu?.id ?? null, annee: one.annee, releve: null }),
    label: `${coupleLabel(withFirstNames(question, one))} (${plural(one.n, 'acte', 'actes')})`,
  }))
  if (same.length + other.length === 0) return null
  return (
    <section class="famille-autres">
      <h2>Autres couples de ces noms</h2>
      <ul>
        {[...same, ...other].map(({ href, label }) => (
          <li>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const MOST_OTHERS = 8

const withFirstNames = ({ nom, nom2 }: FamilyQuestion, { one, other }: OtherNames) => ({
  ...{ nom, nom2 },
  ...{ prenom: one, prenom2: other },
})

/** Where and when acts were looked for, and how to look further. */
function Where({ question, found: { family, hasNearby } }: FamilyProps) {
  const place = question.lieu === null ? 'dans tous les lieux' : `à ${question.lieu.nom_long.split(',')[0]}`
  const near = hasNearby ? ' et à moins de 15\u00a0km' : ''
  const first = family.years?.[0]
  const when = first === undefined ? '' : `, sur ${YEARS_AFTER}\u00a0ans à partir du premier acte`
  return (
    <p class="aide">
      Actes cherchés {place}
      {near}
      {when}, dans les sources que vous pouvez lire. Rien n’est enregistré{NBSP}: la page se refait à chaque visite.{' '}
      <a href={coupleUrl(question)}>Tous les actes de ce couple</a>
    </p>
  )
}

function Nothing({ question, found }: FamilyProps) {
  return (
    <>
      <EmptyState title="Aucun acte de ce couple.">
        {question.lieu !== null && <>Essayez sans le lieu, ou une autre année. </>}
        <a href={coupleUrl(question)}>Chercher ce couple partout</a>
      </EmptyState>
      <Others question={question} found={found} />
    </>
  )
}
