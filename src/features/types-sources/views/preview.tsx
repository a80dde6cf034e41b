import { fieldName, KINDS } from '../../../champs/index.ts'
import type { Champ } from '../../../champs/kind.ts'

/** The entry form as these fields make it, to be looked at: nothing in it can be typed or sent. */
export function Preview({ champs }: { champs: Champ[] }) {
  return (
    // At the side of the list it scrolls by itself: it must take the focus, or the keyboard cannot scroll it.
    <section id="apercu" class="apercu" aria-labelledby="apercu-titre" tabindex={0}>
      <h2 id="apercu-titre">Aperçu de la saisie</h2>
      {champs.length === 0 ? (
        <p class="aide">Les champs que vous ajoutez paraîtront ici, comme à la saisie.</p>
      ) : (
        <fieldset class="apercu-feuille" disabled>
          <legend class="hors-ecran">Formulaire de saisie, à regarder seulement</legend>
          {champs.map((champ) => (
            <PreviewedChamp champ={champ} />
          ))}
        </fieldset>
      )}
    </section>
  )
}

function PreviewedChamp({ champ }: { champ: Champ }) {
  const { Input } = KINDS[champ.type]
  return <Input champ={champ} name={fieldName(champ)} raw={{}} />
}
