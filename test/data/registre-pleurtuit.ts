/**
 * Forty-two acts that read as the register of births of Pleurtuit (Ille-et-Vilaine) would from 1792 to 1796: the parish priest's last
 * baptisms, the first years of the état civil in the Republican calendar, torn leaves, foundlings, witnesses and their marks.
 * The people are invented; the names are those of the country.
 *
 * Columns: date of the act | calendar (g, j, r) | nom | prénoms | sexe | date of birth | father's nom | prénoms | profession |
 * mother's nom | prénoms | first witness | second witness | notes | states (champ=etat, separated by blanks)
 */
const LINES = `
4/1/1792|g|BRIAND|Jean Marie|M|3/1/1792|BRIAND|Guillaume|laboureur|HERVÉ|Perrine|Jean HERVÉ|Marie BRIAND|Né d’hier, baptisé à Saint-Pierre.|
8/1/1792|g|LEMOINE|Françoise|F|8/1/1792|LEMOINE|Julien|tisserand|GAUTIER|Françoise|François GAUTIER|Jeanne LEMOINE||
15/1/1792|g|DAGORNE|Pierre Mathurin|M|14/1/1792|DAGORNE|Mathurin|matelot|ROUXEL|Olive|Pierre ROUXEL|Anne DAGORNE|Le père absent, embarqué sur « la Bellone ».|
2/2/1792|g|LEBRET|Marie Josèphe|F|1/2/1792|LEBRET|Joseph|meunier|HAMON|Marie|Mathurin LEBRET|Josèphe HAMON||
19/2/1792|g|ROBIDOU|Olivier|M|18/2/1792|ROBIDOU|Olivier|laboureur|LE MÉE|Servanne|Julien LE MÉE|Hélène ROBIDOU||prenom=douteux
11/3/1792|g|GUÉRIN|Anne Perrine|F|10/3/1792|GUÉRIN|Pierre|charpentier de navire|BLANCHARD|Anne|Jacques BLANCHARD|Perrine GUÉRIN|Ondoyée à la maison par la sage-femme.|
25/3/1792|g||Jacques|M|24/3/1792|||||Marguerite|Jean BÉNARD|Jeanne DURAND|Enfant trouvé sous le porche ; la mère, dite Marguerite, passante.|nom=absent nom_pere=absent nom_mere=illisible
10/4/1792|g|HAMON|Julienne|F|9/4/1792|HAMON|Jean|laboureur|BRIAND|Julienne|Louis HAMON|Marie BRIAND||
06/1792|g|TREHEN|Guillaume|M||TREHEN|Guillaume|journalier|LEROUX|Marie|||Le bas du feuillet est rongé : il ne reste que le mois.|date_naissance=illisible
1792|g|L'HÔTELLIER|Mathurine|F||L'HÔTELLIER|Jean|notaire|DE LA CHAPELLE|Mathurine|||Feuillet volant, sans autre date que l’année.|
14/7/1792|g|JOUAN|Pélagie|F|13/7/1792|JOUAN|Servan|pêcheur|MICHEL|Pélagie|Servan MICHEL|Rose JOUAN||
2/9/1792|g|DURAND|Louis Auguste|M|1/9/1792|DURAND|Louis|maréchal|LEGENDRE|Augustine|Auguste LEGENDRE|Louise DURAND|Dernier acte signé du recteur.|
8 vendémiaire an II|r|BÉNARD|Victoire|F|7 vendémiaire an II|BÉNARD|Jean|cultivateur|HERVÉ|Jeanne|Pierre HERVÉ, cultivateur, 34 ans|Marie BÉNARD, fileuse, 26 ans||
12 vendémiaire an II|r|BRIAND|Brutus|M|11 vendémiaire an II|BRIAND|François|cultivateur|LEMOINE|Renée|Julien LEMOINE, tisserand, 40 ans|Anne BRIAND, 22 ans|Prénom donné par l’officier public.|
3 brumaire an II|r|ROUXEL|Marie Égalité|F|2 brumaire an II|ROUXEL|Pierre|marin|DAGORNE|Anne|Mathurin DAGORNE, marin, 50 ans|Olive ROUXEL||
18 brumaire an II|r|GAUTIER|Jean François|M|17 brumaire an II|GAUTIER|François|tailleur|LEBRET|Jeanne|Jean LEBRET|Françoise GAUTIER||
1er frimaire an II|r|LE MÉE|Thérèse|F|30 brumaire an II|LE MÉE|Julien|cultivateur|ROBIDOU|Hélène|Olivier ROBIDOU|Thérèse LE MÉE|Les témoins ont déclaré ne savoir signer.|
décadi 10 frimaire an II|r|BLANCHARD|Jacques|M|9 frimaire an II|BLANCHARD|Jacques|sabotier|GUÉRIN|Perrine|Pierre GUÉRIN|Anne BLANCHARD||
22 nivôse an II|r|HAMON|Marat|M|22 nivôse an II|HAMON|Louis|cultivateur|JOUAN|Rose|Servan JOUAN|Julienne HAMON||prenom=douteux
5 pluviôse an II|r|LEGENDRE|Augustine|F|4 pluviôse an II|LEGENDRE|Auguste|aubergiste|DURAND|Louise|Louis DURAND|Augustine LEGENDRE||
29 ventôse an II|r|MICHEL|Servan|M|28 ventôse an II|MICHEL|Servan|pêcheur|TREHEN|Rose|Guillaume TREHEN|Pélagie MICHEL|Jumeau du suivant.|
29 ventôse an II|r|MICHEL|Rose|F|28 ventôse an II|MICHEL|Servan|pêcheur|TREHEN|Rose|Guillaume TREHEN|Pélagie MICHEL|Jumelle du précédent.|
14 germinal an II|r|LEROUX|Floréale|F|13 germinal an II|LEROUX|Yves|journalier|BRIAND|Marie|Yves BRIAND|Marie LEROUX||
6 floréal an II|r|HERVÉ|Perrine|F|5 floréal an II|HERVÉ|Pierre|cultivateur|BÉNARD|Marie|Jean BÉNARD|Perrine HERVÉ||
20 prairial an II|r|LEBRET|Guillaume|M|20 prairial an II|LEBRET|Mathurin|meunier|HAMON|Josèphe|Joseph HAMON|Jeanne LEBRET|Le jour de la fête de l’Être suprême.|
9 thermidor an II|r|DAGORNE|Anne Marie|F|8 thermidor an II|DAGORNE|Pierre|marin|ROUXEL|Marie|Pierre ROUXEL|Anne DAGORNE||
14 therm. 2|r|ROBIDOU|Julien|M|13 therm. 2|ROBIDOU|Olivier|cultivateur|LE MÉE|Servanne|Julien LE MÉE|Hélène ROBIDOU|Daté en abrégé dans le registre.|
fructidor an II|r|GUÉRIN||F||GUÉRIN|Pierre|charpentier|BLANCHARD|Anne|||Morte sans nom, le jour n’est pas dit.|prenom=absent date_naissance=absent
jour de la Révolution an III|r|JOUAN|Vertu|F|jour des Récompenses an III|JOUAN|Servan|pêcheur|MICHEL|Pélagie|Servan MICHEL|Rose JOUAN|Sixième jour complémentaire.|
2 vendémiaire an III|r|TREHEN|Marie|F|1 vendémiaire an III|TREHEN|Guillaume|journalier|LEROUX|Marie|Yves LEROUX|Marie TREHEN||
16 brumaire an III|r|LEMOINE|Julien|M|15 brumaire an III|LEMOINE|Julien|tisserand|GAUTIER|Françoise|François GAUTIER|Jeanne LEMOINE||
an III|r|DURAND||M||DURAND|Louis|maréchal|LEGENDRE|Augustine|||Encre effacée : prénom et jour perdus.|prenom=illisible date_naissance=illisible
30 nivôse an III|r|BÉNARD|Jean Baptiste|M|29 nivôse an III|BÉNARD|Jean|cultivateur|HERVÉ|Jeanne|Pierre HERVÉ|Marie BÉNARD||
quartidi de la seconde décade de ventôse|r|HAMON|Marie|F||HAMON|Jean|cultivateur|BRIAND|Julienne|Louis HAMON|Marie BRIAND|L’année n’est pas écrite.|
17 germinal an III|r|LE MÉE|Servanne|F|16 germinal an III|LE MÉE|Julien|cultivateur|ROBIDOU|Hélène|Olivier ROBIDOU|Servanne LE MÉE||nom_mere=douteux
25 floréal an III|r|BRIAND|Renée|F|24 floréal an III|BRIAND|François|cultivateur|LEMOINE|Renée|Julien LEMOINE|Anne BRIAND||
5e jour complémentaire an III|r|ROUXEL|Pierre|M|4e jour complémentaire an III|ROUXEL|Pierre|marin|DAGORNE|Anne|Mathurin DAGORNE|Olive ROUXEL||
11 vendémiaire an IV|r|GAUTIER|Françoise|F|10 vendémiaire an IV|GAUTIER|François|tailleur|LEBRET|Jeanne|Jean LEBRET|Françoise GAUTIER|« = au 3 octobre vieux style », dit la marge.|
23 frimaire an IV|r|LEGENDRE|Louis|M|22 frimaire an IV|LEGENDRE|Auguste|aubergiste|DURAND|Louise|Louis DURAND|Augustine LEGENDRE||
31 pluviôse an IV|r|MICHEL|Pélagie|F||MICHEL|Servan|pêcheur|TREHEN|Rose|Guillaume TREHEN|Pélagie MICHEL|Sic : pluviôse n’a que trente jours.|date_evenement=douteux
7 messidor an IV|r|HERVÉ|Jeanne|F|6 messidor an IV|HERVÉ|Pierre|cultivateur|BÉNARD|Marie|Jean BÉNARD|Perrine HERVÉ||
9/12/1582|j|LE BRETON|Gilles|M||LE BRETON|Macé||HINGANT|Guillemette|||Feuillet d’un registre plus ancien relié avec celui-ci.|nom_mere=douteux
`

const CALENDRIERS: Record<string, string> = { g: 'gregorien', j: 'julien', r: 'republicain' }

export interface Acte {
  date: string
  calendrier: string
  nom: string
  prenom: string
  sexe: string
  naissance: string
  pere: { nom: string; prenom: string; profession: string }
  mere: { nom: string; prenom: string }
  temoins: [string, string]
  notes: string
  etats: Record<string, string>
}

export const ACTES: Acte[] = LINES.trim()
  .split('\n')
  .map((line) => {
    const [date = '', cal = '', nom = '', prenom = '', sexe = '', naissance = '', ...rest] = line.split('|')
    const [
      pereNom = '',
      perePrenom = '',
      profession = '',
      mereNom = '',
      merePrenom = '',
      un = '',
      deux = '',
      notes = '',
      etats = '',
    ] = rest
    return {
      date,
      calendrier: CALENDRIERS[cal] ?? '',
      nom,
      prenom,
      sexe,
      naissance,
      pere: { nom: pereNom, prenom: perePrenom, profession },
      mere: { nom: mereNom, prenom: merePrenom },
      temoins: [un, deux],
      notes,
      etats: Object.fromEntries(
        etats
          .split(' ')
          .filter(Boolean)
          .map((pair) => pair.split('=') as [string, string]),
      ),
    }
  })
