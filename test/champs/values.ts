import type { FieldType } from '../../src/db/schema.ts'

const iso = (valeur: string, calendrier: string, day: string | null) => ({ valeur, calendrier, iso: day })

/** Stored values of each kind, a plain one first, the odd ones behind. */
export const VALUES: Record<FieldType, unknown[]> = {
  text: ['Lefèvre', '=SOMME(A1)', "l’Hôpital « d'en haut »", 'Œuf & <b>', 'x'.repeat(500)],
  textarea: ['une\ndeux\n\ntrois', '- a\n+ b', 'é'.repeat(10_000)],
  number: [0, 12, -3, 12.5, 0.000001, 999_999_999_999_999, -123_456_789.123456],
  date: [
    iso('1787-08-12', 'gregorien', '1787-08-12'),
    iso('1787', 'gregorien', '1787-01-01'),
    iso('1582-11', 'julien', '1582-11-11'),
    iso('1700-02-29', 'julien', '1700-03-11'),
    iso('14 thermidor an II', 'republicain', '1794-08-01'),
    iso('jour de la Révolution an III', 'republicain', '1795-09-22'),
    iso('un beau matin', 'republicain', null),
    { ...iso('~1780', 'gregorien', '1780-01-01'), iso_fin: '1780-12-31' },
    { ...iso('<1750', 'gregorien', null), iso_fin: '1749-12-31' },
    { ...iso('>1750-05', 'julien', '1750-06-12'), iso_fin: null },
    { ...iso('1780/1785', 'gregorien', '1780-01-01'), iso_fin: '1785-12-31' },
  ],
  boolean: [true, false],
  select: ['M', '?'],
  place: [{ id: 1, nom_long: 'Pleurtuit, Ille-et-Vilaine' }],
}
