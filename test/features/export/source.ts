import type { TestApp } from '../../support/app.ts'

const republicain = (valeur: string, iso: string | null) => ({ valeur, calendrier: 'republicain', iso })
const julien = (valeur: string, iso: string) => ({ valeur, calendrier: 'julien', iso })
const gregorien = (valeur: string) => ({ valeur, calendrier: 'gregorien', iso: `${valeur}-01-01`.slice(0, 10) })

const CHAMPS = [
  { nom: 'date_evenement', label: 'Date de l’acte', type: 'date' as const },
  { nom: 'nom', label: 'Nom' },
  { nom: 'prenom', label: 'Prénoms' },
  { nom: 'sexe', label: 'Sexe', type: 'select' as const, options: ['M', 'F', '?'] },
  { nom: 'ondoye', label: 'Ondoyé', type: 'boolean' as const },
  { nom: 'numero', label: 'N° d’acte', type: 'number' as const },
  { nom: 'domicile', label: 'Domicile', type: 'place' as const },
  { nom: 'parrain', label: 'Témoin' },
  { nom: 'marraine', label: 'témoin' },
  { nom: 'note_nom', label: 'Nom (état)' },
  { nom: 'formule', label: '=Formule;"du" curé' },
  { nom: 'notes', label: 'Notes', type: 'textarea' as const },
]

/** All seven kinds, three calendars, partial dates, states, texts that look like formulas, quotes, line breaks. */
export async function everything(t: TestApp) {
  const pays = await t.make.lieu({ nom: 'Bretagne' })
  const lieu = await t.make.lieu({ nom: 'Saint-Énogat', parent: pays })
  const type = await t.make.typeSource({ nom: 'Tout', champs: CHAMPS })
  const source = await t.make.source({ titre: 'Baptêmes de Saint-Énogat', type, lieu, section: t.saintMalo })
  const place = { id: lieu.id, nom_long: 'Ancien nom, Bretagne' }
  const gone = { id: 4242, nom_long: 'Lieu disparu, Bretagne' }
  const add = (data: Record<string, unknown>, etats: Record<string, 'douteux' | 'illisible' | 'absent'> = {}) =>
    t.make.releve(source, data, etats)
  await add({
    date_evenement: gregorien('1787-08-12'),
    nom: 'Le Goff',
    prenom: 'Éloïse',
    sexe: 'F',
    ondoye: true,
    numero: 12,
    domicile: place,
  })
  await add({
    date_evenement: gregorien('1787-08'),
    nom: 'Martin',
    ondoye: false,
    numero: -3.5,
    notes: 'né « hors mariage »;\r\nligne deux\n"citation"',
  })
  await add({
    date_evenement: gregorien('1787'),
    nom: '=1+1',
    prenom: '+33',
    parrain: '-dit le Jeune',
    marraine: '@marie',
    notes: "'=déjà gardé",
  })
  await add({
    date_evenement: julien('1549-12-22', '1550-01-01'),
    nom: "d'Argentré",
    prenom: "'t Serclaes",
    domicile: gone,
  })
  await add({ date_evenement: julien('1549', '1549-01-11'), nom: 'Kersauson' })
  await add({ date_evenement: republicain('14 thermidor an II', '1794-08-01'), nom: 'Œillet', numero: 0 })
  await add(
    { date_evenement: republicain('=14 thermidor an II', null), prenom: 'sans nom', sexe: '?' },
    { nom: 'illisible', sexe: 'douteux' },
  )
  await add(
    { date_evenement: republicain("'jour de la Révolution an III", '1795-09-22'), nom: 'Nivôse' },
    { prenom: 'absent', nom: 'douteux' },
  )
  await add({ nom: 'Sans date', formule: '\t=tabulée', note_nom: 'rien; à "dire"' }, { domicile: 'absent' })
  await add({ date_evenement: gregorien('1787-08-12'), nom: 'Le Goff', prenom: 'Éloïse, jumelle' })
  return { source, type, lieu, place }
}
