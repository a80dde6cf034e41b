import { type FieldGroup, followsInSeries } from '../../../champs/groups.ts'
import { fieldName, KINDS } from '../../../champs/index.ts'
import type { Champ, Group } from '../../../champs/kind.ts'

/** The entry form as these fields make it, to be looked at: nothing in it can be typed or sent. */
export function Preview({ groups }: { groups: FieldGroup[] }) {
  const filled = groups.filter(({ champs }) => champs.length > 0)
  return (
    // At the side of the list it scrolls by itself: it must take the focus, or the keyboard cannot scroll it.
    <section id="apercu" class="apercu" aria-labelledby="apercu-titre" tabindex={0}>
      <h2 id="apercu-titre">Aperçu de la saisie</h2>
      {filled.length === 0 ? (
        <p class="aide">Les champs que vous ajoutez paraîtront ici, comme à la saisie.</p>
      ) : (
        <fieldset class="apercu-feuille" disabled>
          <legend class="hors-ecran">Formulaire de saisie, à regarder seulement</legend>
          {filled.map((one, index) => (
            <PreviewedGroup {...one} before={filled[index - 1]?.group} />
          ))}
        </fieldset>
      )}
    </section>
  )
}

/** As at the desk: a person or a heading, the second of a series folded behind the first. */
function PreviewedGroup({ group, champs, before }: FieldGroup & { before: Group | null | undefined }) {
  const fields = champs.map((champ) => <PreviewedChamp champ={champ} />)
  if (group === null) return <>{fields}</>
  if (followsInSeries(before, group))
    return (
      <details class="saisie-groupe">
        <summary>{group.libelle}</summary>
        {fields}
      </details>
    )
  return (
    <fieldset class="saisie-groupe">
      <legend>{group.libelle}</legend>
      {fields}
    </fieldset>
  )
}

function PreviewedChamp({ champ }: { champ: Champ }) {
  const { Input } = KINDS[champ.type]
  return <Input champ={champ} name={fieldName(champ)} raw={{}} />
}
