// Names of invented families, each with the ways in which registers write it.

/** The usual spelling first. */
export const SURNAMES: readonly string[][] = [
  ['MARTIN', 'MARTIN', 'MARTYN', 'MARTTIN'],
  ['LE GOFF', 'LEGOFF', 'LE GOF', 'GOFF'],
  ['HAMON', 'HAMMON', 'HAMON'],
  ['RIOU', 'RIOUX', 'RIOU'],
  ['TANGUY', 'TANGUI', 'TANGUY'],
  ['LEFEBVRE', 'LEFÈVRE', 'LE FEBVRE', 'LEFEUVRE'],
  ['RENAUD', 'RENAULT', 'REGNAULT', 'RENAUT'],
  ['GAUTIER', 'GAULTIER', 'GAUTHIER'],
  ['DE KERMADEC', 'KERMADEC', 'de Kermadec'],
  ['LE ROUX', 'LEROUX', 'LE ROUX'],
  ['DU BOIS', 'DUBOIS', 'du Bois'],
  ['LE HÉNAFF', 'LEHÉNAFF', 'LE HENAF'],
  ['MORVAN', 'MORVANT', 'MORVAN'],
  ['PICARD', 'PICCARD', 'PICART'],
  ['COLLIN', 'COLIN', 'COLLIN'],
  ['BRIAND', 'BRIANT', 'BRIAND'],
  ['GUÉRIN', 'GUERIN', 'GUERRIN'],
  ['MOREAU', 'MOREAUX', 'MORAU'],
  ['BLANCHARD', 'BLANCHART', 'BLANCHARD'],
  ['ROUSSEAU', 'ROUSSEAUX', 'ROUXEAU'],
  ['CHEVALIER', 'CHEVALLIER', 'CHEVALIER'],
  ['BERTRAND', 'BERTRAN', 'BERTRAND'],
  ['OLLIVIER', 'OLIVIER', 'OLLIVIER'],
  ['LE GUEN', 'LEGUEN', 'LE GUEN'],
  ['QUÉRÉ', 'QUERRÉ', 'QUÉRÉ'],
  ['NICOLAS', 'NICOLLAS', 'NICOLAS'],
  ['ALLAIN', 'ALAIN', 'ALLAIN'],
  ['JÉGOU', 'JEGOU', 'JÉGOU'],
  ['ABGRALL', 'ABGRAL', 'ABGRALL'],
  ['LE BIHAN', 'LEBIHAN', 'LE BIHAN'],
]

export const MEN: readonly string[][] = [
  ['Jean', 'Jehan', 'Joannes', 'Jn'],
  ['Pierre', 'Petrus', 'Pierre', 'Pre'],
  ['François', 'Françoys', 'Franciscus', 'Fçois'],
  ['Louis', 'Loys', 'Ludovicus', 'Louis'],
  ['Guillaume', 'Guillelmus', 'Guillaume'],
  ['Yves', 'Yvo', 'Yves'],
  ['Jacques', 'Jacobus', 'Jacques', 'Jacq'],
  ['Mathurin', 'Mathurinus', 'Mathurin'],
  ['Julien', 'Julianus', 'Julien'],
  ['Olivier', 'Oliverius', 'Ollivier'],
  ['Jean-Baptiste', 'Jean Baptiste', 'J. Bte'],
  ['Gilles', 'Aegidius', 'Gilles'],
]

export const WOMEN: readonly string[][] = [
  ['Marie', 'Maria', 'Mie', 'Marie'],
  ['Jeanne', 'Joanna', 'Jehanne'],
  ['Anne', 'Anna', 'Anne'],
  ['Françoise', 'Francisca', 'Françoise'],
  ['Perrine', 'Perrine', 'Perrinne'],
  ['Catherine', 'Catharina', 'Catherine'],
  ['Marguerite', 'Margarita', 'Margueritte'],
  ['Julienne', 'Juliana', 'Jullienne'],
  ['Louise', 'Ludovica', 'Louise'],
  ['Guillemette', 'Guillemette'],
  ['Marie Anne', 'Marie-Anne', 'Marianne'],
  ['Hélène', 'Helena', 'Hélène'],
]

export const WORK = ['laboureur', 'tisserand', 'journalier', 'marin', 'meunier', 'forgeron', 'tailleur', 'charpentier']
