/** Women's first names, the frequent ones first; the columns are those of first-names-men.ts. */
export const WOMEN = `
Marie ; Maria Mariona ; Marye Mari Marion Maryon Marri Mary Mariam Miriam Maia Mayon Marioun Maryse Mariette Manon Marotte Mariotte ; Mie Me M Mrie Mi Ma Mar Marie
Jeanne ; Joanna Johanna Iohanna Joana Johana Ioanna ; Jehanne Jehane Jenne Jane Janne Jeane Johanne Jouanne Jehanneton Jeannette Jeanneton Jehannette Jannette Joane Jeanette Jouana Janneton Joana Jannett Joanne Jeannine Jehannine Johanneta ; Jne Jnne Jeh Jnnette Jhne Je
Anne ; Anna ; Ane Hanne Annette Nanette Nannette Nanon Annick Annaïck Anneta Ana Hanna Année Annet Naïk Annic Anneke Nanne Anni Annes ; An Ae Ane
Marguerite ; Margareta Margarita Margaretha Margaritha Margherita Margarida ; Margueritte Margeritte Margerite Margriete Margrite Margaritte Margaride Margarethe Margarete Margot Margoton Marguerithe Gretel Margreth Margret Marc'harid Marharit Magarite Goton Marcharit Grette Marghareta Margalide Maguerite Marguaritte Margritte Mergueritte ; Marg Margte Mgte Marguer Margue Mrgte Marge Mgrite Magte
Catherine ; Catharina Catarina Katharina Caterina Katerina Catherina Chatarina ; Caterine Catharine Katherine Katharine Catrine Cathrine Catherinne Katell Catrin Cathelin Cateline Catheline Catin Kathrin Kathe Cathou Katarin Catarine Catarne Chaterine Catellin Trine Kattalin ; Cath Cathne Cathe Cat Cne Catne Kath Cathine Cather
Françoise ; Francisca Francesca ; Françoyse Franchoise Francese Franceze Fransoise Fanchon Francese Franceza Francisque Fransizka Francoese Franziska Fantine Francette Françon Francina ; Fse Fçoise Frse Franse Françse Frçoise Foise Fcse Froise Franç
Louise ; Ludovica Aloysia Ludowica Loysa ; Loyse Louyse Loïse Loysse Louison Louisette Loeiza Ludovique Héloïse Luisa Louisa Lovise Loise ; Lse Lise Lu
Madeleine ; Magdalena Madalena Magdelena Magdaleina ; Magdeleine Magdelaine Madelaine Madelene Madelène Madeline Magdeleyne Magdelene Maddalena Madelon Magdelon Magdalaine Magdelenne Madelenne Matelene Magdalene Magdelenne Lena Madalen Magdaleine ; Magd Madne Mad Magdne Magne Mdne Magdel Mdlne
Élisabeth ; Elisabetha Elisabeth/Elisabethis Elizabetha Elisabetta Isabella Isabeta Isabellis Ysabella ; Elizabeth Élisabet Isabeau Isabelle Ysabeau Isabel Izabeau Isabeth Ysabel Lisbeth Elsbeth Babette Betty Isabé Isabeaux Ysabelle Zabel Elisabethe Élizabet Babeau Isabet Yzabeau Elsa Liesel Lisbet Bettina Elspeth Babeth ; Elis Eliz Elisth Elbeth Elizth Isab Eth Elis Elisab
Francine ; Francina ; Francinne
Élise ; Elisa Elysa ; Lise Lisette Élisa Élyse
Antoinette ; Antonia Antonieta Anthonia Antoinetta ; Anthoinette Anthonette Toinette Thoinette Antonie Antoinete Antoynette Anthoinete Thoinon Toinon Anthonie Antonine Antonietta Tona Antonete ; Antte Antette Antnette Anthte Antoin Anttte
Claudine ; Claudia Claudina ; Glaudine Claudie Claudette Clauda Claudinne Glaude Clodine Claudone ; Clne Clde Claud Cline
Perrine ; Petrina Petronilla Perrina ; Perrinne Perinne Périne Pérrine Perrette Perronne Péronne Perryne Petrine Perina Perrena Perine Pierrine Perreine ; Perr Pne Perne
Pétronille ; Petronilla Petronella ; Perronnelle Péronnelle Pernelle Perrenelle Perronne Péronne Perronelle Petronelle Pétronelle Perronnette Pernette Peronne Pironne Petronile Petra ; Petr Petron
Pierrette ; Petra Petreta Petronia ; Perrette Perette Perrete Peyronne Peironne Peirone Peyrona Pierette Petite Perreta ; Pte
Julienne ; Juliana ; Jullienne Juliane Julliene Julyenne Juliène Julianne Guillianne ; Julne Jul Julnne
Julie ; Julia ; Jullie Julye Juliette
Renée ; Renata ; Renez Rennée Rénée Renotte Reinée ; Ren
Charlotte ; Carola Carolina Carolota Carlota Carolotta ; Charlote Charlotta Carlotte Charlott Chalotte Lotte ; Charl Ch Chotte Chltte Chlotte
Caroline ; Carolina ; Caroligne Karoline Carline Charoline ; Carol
Barbe ; Barbara ; Barba Barbette Barbara Barbel Barberine Berbe Barbel Bärbel Barba ; Barb Be Bbe
Geneviève ; Genovefa Genoveva Genovepha Genoueva ; Geneviefve Genefviefve Genevefve Genevieve Genefiefve Geneviesve Genevefe Genoveve Genovieve Jeneviève Genevève Geneufve Genne Genevieuve Génofève Genivieve Genevive Javotte ; Gen Genev Geneve Gve Genve Genevve
Thérèse ; Theresia Teresia Theresa Teresa Theressia ; Térèse Thereze Therese Theraize Théraise Thérésa Therezia Threse Tereza Thérésia Thereise Résie Therreze ; Ther Thse Theres
Suzanne ; Susanna Suzanna ; Susanne Suzane Susane Suzon Zuzanne Suzette Suson Sezane ; Suz Sus Suzne
Gabrielle ; Gabriela Gabriella ; Gabriele Gabrile Gabriele Gabrièle Cabrielle ; Gab Gabr Gable
Henriette ; Henrica Henrietta Henrieta ; Henriete Hanriette Henrique Harriette Enriette Henrie Henryette ; Hen Hette Henrte
Joséphine ; Josephina ; Joséfine Josephinne Josefine Jozéphine Fine Zéphine ; Jos Josephne Josine
Josèphe ; Josepha Josephia Iosepha ; Joseph Josephe Josephte Josette Josefa Chosèphe Joseffe Josephette Josepe Josephete ; Jos Jphe Josphe Jhe
Agathe ; Agatha ; Agate Agatte Agathine Aghate Agueda ; Agth Agthe Ag
Agnès ; Agnes/Agnetis ; Aignès Agnez Anès Agnesse Agnetha Agnèse Aignez Agnis Ines ; Agn
Angélique ; Angelica ; Angéliq Angelicque Anjélique Angelic Engélique ; Angel Ang Angq Angque
Adélaïde ; Adelaida Adelheidis/Adelheidis Adelais/Adelaidis ; Adelayde Adeleide Alaïs Adelaide Adelheid Adeleyde Adélaide ; Adel Adde Adlde
Adèle ; Adela ; Adelle Adele Adéla
Alix ; Alicia Aleidis/Aleidis Alisia ; Alice Alis Aelis Aalis Alise Aliz Alisse Alys Alyx
Adrienne ; Adriana Hadriana ; Adriane Adrianne Hadrienne Andrienne Driane ; Adrne Adr
Aimée ; Amata ; Amée Aymée Amade
Alexandrine ; Alexandrina Alexandra ; Allexandrine Sandrine Alexandra Alixandrine ; Alex
Amélie ; Amelia ; Amélye Emélie Amalie Amélia
Anastasie ; Anastasia ; Anastase Anasthasie Nastasie Anastazie ; Anast
Andrée ; Andreana Andrea ; Andrette Andreane Andriette Andriane Andriève Dreane
Apolline ; Apollonia Apolonia Appolonia ; Appoline Apoline Polonie Appolline Appollonie Apollonie Apolonie Poline Appolonie Polline Apollina ; Apoll Appol
Armande ; Armanda ; Armende
Aubierge ; Aldeberga ; Auberge
Augustine ; Augustina ; Agustine Augustinne Gustine Augusta ; Aug Augne Augtne
Aurore ; Aurora ; Orore
Avoye ; Advisa Avia ; Avoie Avoise Advoye
Bathilde ; Bathildis/Bathildis ; Baudour Bauteur
Béatrice ; Beatrix/Beatricis ; Béatrix Biétrix Biatrix Beatris Biétris
Benoîte ; Benedicta ; Benoiste Benoite Bénédicte Benoicte Benette Beneite ; Bte Bste Bcte
Bernarde ; Bernarda ; Bernade Bernada Bernardine Bernadette ; Bern
Bernardine ; Bernardina ; Bernardinne
Berthe ; Bertha Berta ; Berte Berthille
Bertrande ; Bertranda ; Bertrane
Blaisette ; Blasia ; Blaisine
Blanche ; Blanca Blancha ; Blanque Blance Blanchette
Blandine ; Blandina ; Blandinne
Bonne ; Bona ; Bonnette Bone
Brigitte ; Brigitta Brigida Birgitta ; Brigide Brigite Berhed Bergitte Briget Brigitt Perhet Brizide Bride Berc'hed ; Brig Brigte
Cécile ; Caecilia Cecilia Cæcilia ; Cécille Sécile Cecille Cézille Sesile Cilly Cicile Cecilie Cisilia ; Cec
Céleste ; Caelestina Celestina ; Célestine Celeste Céleste Sélestine
Charité ; Charitas/Charitatis Caritas/Caritatis ; Cherité
Christine ; Christina Cristina ; Cristine Chrestine Christiane Christinne Kristina Christina Estine Chrétienne Christienne ; Christ Chr Chrne Xtine
Claire ; Clara ; Clere Clayre Clairette Claira Clara Cléra Clerre ; Cl
Clémence ; Clementia ; Clémance Clémentia Clemence ; Clem
Clémentine ; Clementina ; Clementinne
Clotilde ; Clotildis/Clotildis Chlotildis/Chlotildis ; Clothilde Chlotilde Cloutilde ; Clot
Colette ; Coleta Colleta Nicoleta ; Collette Colète Colecte Nicolette Couleta ; Col
Constance ; Constantia ; Coustance Custance Constence Contance ; Const
Cunégonde ; Cunegundis/Cunegundis Kunegundis/Kunegundis ; Cunegunde Kunigunde Kunegonde Cunigonde
Delphine ; Delphina ; Delfine Dalphine Dauphine
Denise ; Dionysia Dionisia ; Denyse Denize Denisse Denisette Denyze ; Den
Désirée ; Desiderata ; Dézirée
Dominiquette ; Dominica ; Dominique Domenge Domengea Demange Mengette ; Dom
Dorothée ; Dorothea Dorotea ; Dorothé Dorotée Dorothe Dorette Thorothée Dorotte Dorthe ; Doroth Dor
Edmée ; Edmunda ; Esmée Emée Edmonde
Éléonore ; Eleonora Alienora ; Éléonor Aliénor Leonore Aliénore Elienor Léonor ; Eleon
Émilie ; Aemilia Emilia ; Émélie Emilye Emelye Milie
Ermessinde ; Ermessindis/Ermessindis ; Ermessinde
Ernestine ; Ernestina ;
Étiennette ; Stephana Stephania ; Estiennette Étienette Thiennette Tiennette Étiennete Stéphanie Estiennete Stevenette Estevenette Estefanie Thévenette Estebene Étiennotte ; Et Etnette Ettte Estte
Eugénie ; Eugenia ; Ugénie Eugénia Eujénie ; Eug
Eulalie ; Eulalia ; Ulalie Eulaly Aulaye Eulayre Olalie Aularie
Euphémie ; Euphemia ; Euphemie Eufémie
Euphrasie ; Euphrasia ; Eufrasie Frasie Frazie Uphrasie
Euphrosine ; Euphrosina Euphrosyna ; Euphrosyne Eufrosine Uphrosine Frosine Effrosine
Ève ; Eva ; Heve Eve Eva
Fébronie ; Febronia ; Phébronie
Félicie ; Felicia ; Filicie Felicye
Félicité ; Felicitas/Felicitatis ; Félicitée Phélicité Felisité Félicitas ; Felic Fel
Fleurie ; Florida ; Flourie Florie Fleurye Florye
Flore ; Flora ; Florette Fleur
Florence ; Florentia ; Florance Fleurence Flaurence Fleurance Florense Florentia
Florentine ; Florentina ; Florantine
Foy ; Fides/Fidei ; Foi Fe Foye
Georgette ; Georgia Georgina ; Jorgette Georgine Georgete Jorgeta
Germaine ; Germana ; Jermaine Germainne Germanne Garmaine ; Germ
Gertrude ; Gertrudis/Gertrudis ; Gertrud Gertrudes Guertrude Gertrute Kertrude ; Gert
Gervaise ; Gervasia ; Gervaisotte Gervèse
Gillette ; Aegidia Egidia Ægidia ; Gilette Gilète Gillete Gilonne Gilone Gillotte Gillonne Jillette ; Gil Gltte
Guillemette ; Guillelma Guilielma Guillema Guillemeta Willelma Guillerma ; Guillemete Guillaumette Guillemine Guilhelme Guillaumine Guilhaumette Willemette Guillemotte Guilleminne Vuillemette Guillauma Guillauline Guillette Guilhelma ; Guill Guillte Gmette Guillette Guil Guillmte
Guyonne ; Guidona Guiona Guidonia ; Guyone Guionne Guyenne Gyonne Guyotte Guione
Hélène ; Helena Elena Hellena ; Hellenne Hélaine Elaine Éleine Elene Héleine Elenne Hellaine Helenne Ellenne Leine Lena Hellène Helaine Heleine Lene ; Hel Hne Hlne
Honorine ; Honorina Honorata ; Honnorine Honorade Onorine Honorée
Hortense ; Hortensia ; Hortence Ortense Hortanse
Huguette ; Hugueta Hugonis ; Uguette Hugue Huguete
Isabelle ; Isabella ; Isabel Isabeau Ysabeau Ysabelle Izabelle Isabele Ysabel
Jacqueline ; Jacoba Jacobina Jacqueta Jacquelina ; Jacquette Jaqueline Jacquine Jacquete Jaquette Jacquemine Jaquemine Jacquemette Jaquemette Jacquotte Jacomine Jakeline Jaquine Jacque Jacobée Jacqueminne ; Jacq Jacqne Jacqte Jqline Jacqte Jac
Justine ; Justina ; Justinne
Laurence ; Laurentia Laurencia ; Laurance Lorence Laurense Laurensse Laurencine Lorance Laurentine Llorensa ; Laur
Léonarde ; Leonarda ; Liénarde Lionarde Liénarda Léonardine Lionnarde Léonardonne
Léonie ; Leonia ; Lionie
Léontine ; Leontina ;
Lucie ; Lucia ; Luce Lucye Lusse Luse Lussie Lucette Luzie ;
Lucrèce ; Lucretia ; Lucresse Lucraisse
Marcelle ; Marcella ; Marcelline Marceline Marsella
Marthe ; Martha ; Marte Marthon Matha Marthine Marta ; Mart
Martine ; Martina ; Martinne Martina Martinette
Mathilde ; Mathildis/Mathildis Mechtildis/Mechtildis ; Matilde Mahaut Mahault Mechtild Mathilda Mehaut Mathild Mathylde
Mathurine ; Mathurina Maturina ; Maturine Matheline Mathurinne Mateline Thurine Matheurine ; Mathne Math Mathur
Maure ; Maura ; More
Mélanie ; Melania ; Mellanie Melaine Mélany Mélaine
Michelle ; Michaela Michaella Michelina ; Michele Michèle Micheline Michelette Michelotte Michiela Michella Michelyne Miquela Miquèle Michon ; Mich Micle
Monique ; Monica ; Monicque Monnique Mounique
Nicole ; Nicolaa Nicola Nicholaa Nicolea ; Nicolle Nicolette Nicolète Nicollette Niccole Nicoulle ; Nic Nicol
Noëlle ; Natalia Natalis/Natalis ; Nouelle Noelle Natalie Noële Nadale Nouvelle
Odette ; Odeta Oda ; Odete Ode Oudette
Odile ; Odilia Ottilia Othilia ; Ottilie Odille Othilie Odilie Otilie Ottile Audile
Olive ; Oliva Olivia ; Ollive Olyve Olivette Holive Olivia Olivete
Ozanne ; Osanna ; Osanne Hosanne Ozane Osane
Pasquette ; Paschalia Paschasia ; Paschale Pasquière Pasquise Pascale Paquette Pasquete Paquete Pasqua Pasque Pascala Pasquine
Paule ; Paula ; Pole Paulette Paulle
Pauline ; Paulina ; Paulinne Poline Pauleline Polline
Pélagie ; Pelagia ; Pellagie Pélagye Pelasgie ; Pel
Philiberte ; Philiberta ; Philberte Filiberte
Philippine ; Philippina Philippa Philipina ; Phelippine Philipine Phelipote Phélipotte Philippote Philipotte Flipotte Philippa Phillippine ; Phil
Philomène ; Philomena Philumena ; Filomène Philomaine Phylomène
Placide ; Placida ;
Praxède ; Praxedis/Praxedis ;
Prudence ; Prudentia ; Prudance Prudense ; Prud
Quitterie ; Quiteria ; Quiterie Guitterie Quitteyre
Rachel ; Rachel/Rachelis ; Rachelle Raquel
Radegonde ; Radegundis/Radegundis Radegunda ; Arragonde Radegonne Redegonde Ragonde Aragonde Ragonne Redegunde Arégonde Aregonde Ardegonde Radégone
Raymonde ; Raimunda Raymunda ; Ramonde Raimonde Rémonde Ramona Raymone Ramoune
Reine ; Regina ; Reyne Rayne Rine Rène Reyna Régine Reinne Regine Reynette Reina
Rosalie ; Rosalia ; Rozalie Rosaly Rosallie Rosélie ; Rosal
Rose ; Rosa ; Roze Rosette Roza Rosa
Rosine ; Rosina ; Rozine Rosina Rosinne
Roberte ; Roberta ; Robine Robinette
Robine ; Robina ; Robinette Robinne
Romaine ; Romana ; Roumaine Romène
Sabine ; Sabina ; Savine
Salomé ; Salome/Salomes Salomea ; Salomée Salomea Salomme Solomé
Sainte ; Sancta ; Saincte Xainte Sancte Sencie Xaincte
Scholastique ; Scholastica Scolastica ; Scolastique Escolastique Scholasticque Colastique ; Schol Scol
Sébastienne ; Sebastiana ; Bastienne Bastiane Sébastiane Bastianne Sebastianne ; Seb
Séraphine ; Seraphina ; Sérafine Zéraphine
Servane ; Servana ; Servanne Cervanne
Sidonie ; Sidonia ; Sydonie
Silvine ; Silvina ; Sylvine Silvaine Sylvaine Souvaine
Simone ; Simona Symona ; Simonne Symonne Symone Simonette Ximona Simounne Simonnette ; Sim
Solange ; Solangia ; Solenge Soulange
Sophie ; Sophia ; Sofie Sophye Zophie Sofia
Sylvie ; Silvia Sylvia ; Silvie Sylvye
Tiphaine ; Theophania Tiphania Epiphania ; Thiphaine Thyphaine Tiephaine Typhaine Tiphanie Tiffaine Thiphaigne Étiphanie Tiffany Thomine Épiphanie
Thècle ; Thecla ; Tècle Tecla Thecle
Théodora ; Theodora ; Théodore Théodorine
Thomasse ; Thomasia Thomasa ; Thomassine Thomasine Thomase Tomasse Thoumasse Thomette Thomine Masseline ; Thom
Toussainte ; Omnisancta ; Toussaincte Toussinte Toussine
Urbaine ; Urbana ; Hurbaine
Ursule ; Ursula Orsula ; Urselle Urcule Ursulle Orsule Hursule Ursulla Orselle Urzule Orcile ; Urs
Valentine ; Valentina ; Vallentine
Véronique ; Veronica ; Véronicque Veronnique Beronique Voronique Véronne Vernique ; Veron Ver
Victoire ; Victoria ; Victoyre Victorie Vitoire Victouère Victoria ; Vict Vic Vre
Victorine ; Victorina ; Vitorine Victorinne
Vincente ; Vincentia ; Vincende Vincenza Vincence
Virginie ; Virginia ; Virgini Vergine Verginie Virgine
Vivienne ; Viviana Bibiana ; Viviane Bibiane Bibienne Vivianne Viviene
Walburge ; Walburgis/Walburgis Walpurga ; Walpurge Valburge Vaubourg Gauburge Walburga
Yolande ; Iolanda Yolendis/Yolendis ; Yoland Iolande Yolaine Yolente Yoland
Yvonne ; Yvona Ivona ; Ivonne Yvone Hyvonne Yvonnette Yvette
Zoé ; Zoe/Zoes ; Zoée Zoée
Modeste ; Modesta ; Modestine
Nathalie ; Nathalia ; Natalie Anathalie Anatalie
Marcelline ; Marcellina ; Marceline Marseline
Marine ; Marina ; Maryne Marinne Marinette
Rosemonde ; Rosamunda ;
Césarine ; Caesarina ; Cézarine
Élodie ; Alodia ; Hélodie
Aurélie ; Aurelia ; Orélie Aurélia Orelia
Aglaé ; Aglae/Aglaes ; Aglahé Aglahay Églé
Armelle ; Armella ; Ermelle Armele
Irène ; Irena ; Irenne Hirène
Zélie ; Zelia ; Zéli Zélia
Esther ; Esther/Estheris ; Hester Ester Estelle
Judith ; Judith/Judithae Juditha ; Judic Judite Judicte Juditte
Sara ; Sara ; Sarra Sarah Zara
Marquise ; Marquisia ; Marquese
Olympe ; Olympia Olimpia ; Olimpe Olympiade Olympie
`
