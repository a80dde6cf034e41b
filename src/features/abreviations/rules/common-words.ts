// Words that French registers are full of: an abbreviation that is one of them would bite in the midst of a sentence.
const WORDS = new Set(
  `à a âge ai ainsi an ans après as au aussi autre aux avait avec avril bas bien bon ce ceci cent ces cet cette chez ci cinq comme contre
  dame date de demi des deux devant dit dite dits dix dont du eau elle elles en entre enfant es est et été eu eux fait femme feu feue fille
  fils fut hui huit ici il ils jour jours juin juillet la le les leur leurs lieu loi lui ma mai maire mais mari mars me mère mes mil mille
  mois mon mort morte ne né née neuf ni nom non nos notre nous août on onze ont or ou où oui par pas père peu place plus pont pour près
  quatre que qui quoi rue sa sans se sept ses si six sœur soir son sont sous sur ta te tel telle tes ton tous tout toute treize trois tu
  un une veuf veuve vie ville vingt vos votre vous vu y`.split(/\s+/),
)

/** `key`: in lower case (`keyOf`). */
export const isCommonWord = (key: string): boolean => WORDS.has(key)
