/** The texts that a section writes for its own people: a column of `sections`, and an address, each. */
export const SECTION_TEXTS = ['conventions', 'lecon'] as const
export type SectionText = (typeof SECTION_TEXTS)[number]

interface Words {
  /** « Conventions, Saint-Malo ». */
  title: string
  lead: string
  /** A sentence and more, where nothing is written yet. */
  empty: string
  hint: string
  /** The page of the section leads there by this. */
  link: string
  edit: string
  submit: string
  help: string
  saved: string
  /** Said to whoever may read it and not change it. */
  refusal: string
  /** Said to whoever sends it late. */
  changed: string
}

export const TEXT_WORDS: Record<SectionText, Words> = {
  conventions: {
    title: 'Conventions',
    lead: 'Comment cette section écrit ce que la règle générale ne dit pas.',
    empty: 'Cette section n’a pas écrit de conventions.',
    hint: 'Majuscules, abréviations, noms de lieux anciens : ce que l’on demande souvent y a sa place.',
    link: 'Conventions de la section',
    edit: 'Modifier les conventions',
    submit: 'Enregistrer les conventions',
    help: 'Des phrases courtes, une par ligne. Elles s’ouvrent à côté du formulaire de saisie.',
    saved: 'Conventions enregistrées.',
    refusal: 'Les gestionnaires de la section et les administrateurs modifient ses conventions.',
    changed:
      'Ces conventions ont été modifiées entre-temps par quelqu’un d’autre. Vérifiez, puis enregistrez de nouveau.',
  },
  lecon: {
    title: 'Leçon',
    lead: 'Ce que la relecture corrige souvent, et comment le lire du premier coup.',
    empty: 'Cette section n’a pas écrit de leçon.',
    hint: 'Les lettres que l’on confond, les formules du curé, les métiers oubliés : ce qui revient dans les corrections y a sa place.',
    link: 'Leçon de la section',
    edit: 'Modifier la leçon',
    submit: 'Enregistrer la leçon',
    help: 'Des phrases courtes, une par ligne. Elle est proposée à côté des corrections que chacun reçoit.',
    saved: 'Leçon enregistrée.',
    refusal: 'Les gestionnaires de la section et les administrateurs modifient sa leçon.',
    changed: 'Cette leçon a été modifiée entre-temps par quelqu’un d’autre. Vérifiez, puis enregistrez de nouveau.',
  },
}

/** Where a section's text is read. */
export const textPath = (text: SectionText, id: number): string => `/sections/${id}/${text}`

export const textTitle = (text: SectionText, nom: string): string => `${TEXT_WORDS[text].title}, ${nom}`
