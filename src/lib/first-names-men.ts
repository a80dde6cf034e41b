/**
 * Men's first names, the frequent ones first: name ; Latin forms ; old, regional and familiar forms ; abbreviations.
 * Latin is given in the nominative and declined by first-names.ts; the third declension as nominative/genitive. Abbreviations
 * that are a beginning and an end of the name (Fçois, Jph, Bte) need no line: first-names.ts finds them. From common knowledge of
 * French onomastics; abbreviations also from fr.geneawiki.com, « Symboles de généalogie ».
 */
export const MEN = `
Jean ; Joannes Johannes Ioannes Iohannes Johanes Joanes ; Jehan Jan Johan Joan Jouan Jouanne Jehannin Jeannin Jeannot Jeanot Janot Yan Yann Yannick Yehann Hans Hanns Johann Johannis Juan Giovanni Jeantet Janin ; Jn Jea Jhn Jo Jeh Joes
Pierre ; Petrus ; Pierres Piere Pière Perre Pierrot Perrot Perrin Pieter Peter Peire Peyre Per Pêr Pierrick Pierric Perig Père Pé Peyrot Peiroun Pedro Piarres ; Pre P Prre Pr Pe Pierr
François ; Franciscus ; Françoys Francoy Franchois Francès Francez Fransez Frañsez Fanch Fañch Frances Francesc Francesco Franz Frantz Francis Francisque Cesco Patxi ; Fois Frois Fçs Frs Franc Fran Fr F Fs Fcs Fcois Franco
Louis ; Ludovicus Aloysius Lodoicus Clodovicus ; Loys Louys Loïs Loïc Loeiz Loiz Louisot Ludovic Ludwig Lois Lluis Luis Louyx ; Ls Lud Ludov Ludvic
Jacques ; Jacobus Iacobus ; Jacque Jaques Jacquot Jacquet Jacquemin Jacob Jacme Jaume Jacmes Jakez Jakes Jakob Jamme James Jaime Santiago Jacot Jacou Jame Jacquou ; Jacq Jac Jacs Jcq Jques Jacqs Jqs
Nicolas ; Nicolaus Nicholaus ; Nicollas Nicholas Nicolle Nicol Colas Collas Colin Colinet Claus Klaus Nikolaus Nicklaus Niklaus Nickel Nicolau Nicoulas Nikolaz Colard Clos ; Nic Nicol Nas Nis Ncas
Antoine ; Antonius Anthonius ; Anthoine Antoyne Anthoyne Antoni Anthoni Anton Toine Toni Tony Thoine Antoun Antounet Antoinne Anttoine Antony ; Ant Anth Antne Ante Anthne
Joseph ; Josephus Iosephus ; Josef Jousé Jousep Josep Jusep José Jozef Joset Josepe Joseppe ; Jos Jph Jh Josph Jphe
Charles ; Carolus ; Charle Charlot Karl Carl Carles Carlo Karel Chales Carolu ; Ch Chs Chles Car
Claude ; Claudius ; Glaude Claud Claudy Glaudy Claudot Claudi Glaudi Claudinot Glaudon ; Cl Cde Clde
Étienne ; Stephanus ; Estienne Estiene Estève Esteve Esteben Estebe Esteven Stéphan Stephan Stéphane Stefan Steffen Stefen Stephen Thiennot Tiennot Tienne Thienne Tienot Stevan Stienne Estevan ; Et Est Estne Etne Steph
Michel ; Michael/Michaelis ; Micheu Michelot Michau Michaud Michiel Mikael Mikel Miquel Miquèu Miqueu Michell Michal Mel Michelet ; Mich Mic Mel Ml
Philippe ; Philippus Philipus ; Phelippe Philipe Phelipe Phélip Phelip Philip Philipp Felip Felipe Filip Phelippot Fulup Lippus ; Phil Phle Ph Phlippe Philpe
Mathieu ; Matthaeus Mathaeus Matthæus Mattheus Matheus ; Matthieu Mahieu Mahé Mahiet Mathé Mathey Matieu Macé Mazé Massé Mathiot Mathiou Mateu Mattheus Matteo Mazhev Mahiou Mathiu ; Math Matth Mat Mthieu
André ; Andreas ; Andrieu Andrieux Andriou Andry Andries Andrez Andrea Andreu Andres Andrev Andriu Andreo Andrès ; And Andr Ande Ae
Simon ; Simon/Simonis ; Symon Simond Simonet Simonnet Siméon Simeo Simoun Ximun Simun Symeon Simonin ; Sim Sn Simn
Laurent ; Laurentius Laurencius ; Laurens Laurant Lorens Lorent Laurans Laurentz Lorentz Lorenz Lenz Laurenz Lorenzo Laourens Llorens Lorans Laurès ; Laur Lt Laurt
Vincent ; Vincentius Vincencius ; Vincens Vincents Vinsent Vinsan Vicent Vincenz Vinzenz Visant Visent Bisent Vicens ; Vinc Vinct Vt
Julien ; Julianus ; Jullien Julian Jullian Julyen Juluan Juli Jolien ; Jul Jln Julin
René ; Renatus ; Renez Ranet Renet Renatu ; Ren Rne
Guillaume ; Guillelmus Guilielmus Gulielmus Guillermus Wilhelmus Willelmus Vilhelmus Guillielmus ; Guillame Guilleaume Guillaulme Guillome Guilhem Guilhaume Guillem Guillen Guillermo Guilhen Willaume Vuillaume Villaume Willem Wilhelm William Willelm Guillemin Guillot Guillemot Guilhot Guilherme Gwilherm Gwilhem Guillerm Guillou ; Guill Guil Gme Glme Guille Guilme Guillme Gllme
Robert ; Robertus ; Robin Robinet Robrecht Rupert Ruprecht Robiquet Roupert Roberd ; Rob Rbt Robt
Thomas ; Thomas/Thomae ; Thomassin Thomasset Tomas Thoumas Toumas Thomé Tommaso Tomaz Thoumieu Thommas Thoma Masset Maset ; Thom Tho Ths Thos Thoms
Henri ; Henricus ; Henry Hanry Hanri Henric Henrich Heinrich Hendrick Enric Enrique Herri Heinz Anric Henriot Hanriot Herry Hendrik ; Hen Hry Hri Henr
Georges ; Georgius ; George Jorge Jorges Joerg Jörg Georg Jordi Jori Jurgen Joris Georget Joire Jeorge Jorg Gorgi ; Geo Georg Gges Gge
Gabriel ; Gabriel/Gabrielis ; Gabrièu Gabrio Gabriot Cabriel ; Gab Gabr Gbl
Denis ; Dionysius Dionisius Dyonisius ; Denys Deny Denisot Dinis Deniz Dionis Dyonis Denizot ; Den Ds Dion
Martin ; Martinus ; Martyn Martain Marti Marty Martinet Marzin Merten Mertin Martino Marthin ; Mart Martn Mtin
Paul ; Paulus ; Pol Paol Pau Paulet Pablo Paoul Pauloun Powl ; Pl
Gérald ; Geraldus Giraldus ; Géraud Guiraud Giraud Gérault Guiral Géral
Paulin ; Paulinus ; Poulin
Barthélemy ; Bartholomaeus Bartholomæus Bartholomeus Bartolomeus Bertholomeus ; Barthélémi Berthélemy Berthelemy Barthelmy Bartélemy Barthelemi Bartholomé Berthomé Berthomieu Barthomieu Berthomier Bartholomey Berthelmy Bertholomé Barthel Bartel Bartl Bartolomé Bertomeu Bertoumieu Bertrumé Bertélémy ; Barth Bart Barthmy Berth Barthly Bmy
Bernard ; Bernardus ; Bernat Bernart Bernhard Bernd Benard Bernardo Bernad ; Bern Berd Bd Bernd
Augustin ; Augustinus ; Augustain Augustyn Agustin Aoustin Aostin Austin Autin Agoustin ; Aug Augin Augn August
Auguste ; Augustus ; Agust August ; Auguste Agte
Benoît ; Benedictus ; Benoist Benoit Benoict Benoy Benezet Bénézet Benet Benedikt Beneat Benest Benezech Benedetto Bénédict ; Ben Bt Bst Bct
Alexandre ; Alexander/Alexandri Alexandrus ; Allexandre Alessandro Alexandro Sandre Xandre Alissandre Alixandre Alizandre Sandrin ; Alex Alexdr Alexdre Aldre Alexr Alre
Alexis ; Alexius ; Alexi Alexy Allexis Alessio ; Alx Alexs
Baptiste ; Baptista ; Batiste Baptista Bautista Battista Bauptiste Babtiste Baptist Batisto ; Bapt Bte Bap Bste Btiste Bpte Batte B
Léonard ; Leonardus ; Liénard Lienard Lionard Leonhard Lienhard Leonart Lionnard Liounard Linard Lénard Léonet Leonhart ; Leond
Léon ; Leo/Leonis ; Lyon Léo
Gilles ; Aegidius Egidius Ægidius ; Gille Gilet Gillet Gilot Gély Gielis Gillis Giles Jili Gili Egide Gilly ; Gil Gles
Mathurin ; Mathurinus Maturinus ; Maturin Mathelin Matelin Mathurain Matheurin Matelinus Matilin Mathlin Maturain Matao Mataou ; Math Mathn Mathur Mthin Matn
Germain ; Germanus ; Germin Jermain Germen German Garmain Germano Giermain ; Germ Gn
Gervais ; Gervasius ; Gervays Gervaise Gervès Jervais Gervoys Gervasi Gervese ; Gerv
Sébastien ; Sebastianus ; Bastien Bastian Sebastian Sébastian Bastiaen Batien Bestian ; Seb Sebast Sebn Sebien
Yves ; Yvo/Yvonis Ivo/Ivonis ; Yve Yvon Ivon Yvez Erwan Erwann Youenn Youen Eozen Even Yvonet Ive Ives Ewen Ervoan Ervouan Eouzan Ivy ; Yv Ys
Olivier ; Oliverius Oliverus ; Ollivier Ollivié Olier Olivié Oliver Olivyer Alivier Holivier ; Oliv Olr Oll
Hervé ; Herveus Herveius Hervaeus ; Hervet Hervey Harvé Houarné Houarneau Herveu Ervé Hervieu Hervy ; Her
Alain ; Alanus ; Alan Allain Allan Alin Alein Elan Allin Lan ; Al Aln
Urbain ; Urbanus ; Urban Urbin Hurbain Orbain ; Urb Urbn
Toussaint ; Omnisanctus ; Toussainct Toussain Toussin Toussaints Tossaint Tousaint Tosant ; Touss Tst Tss Toust
Noël ; Natalis/Natalis ; Nouel Nouël Noé Nowell Nadau Nadal Nedeleg Nedelec Novel Nau Nouhel Nouvel ; Nl
Luc ; Lucas/Lucae ; Lucas Lucq Lukas Luquas Lux Luco Lukaz
Marc ; Marcus ; Marq Marcq Marck Marx Markus Marco Marquet Marcot March
Christophe ; Christophorus Christoforus Cristoforus ; Christofle Cristophe Cristofle Chrestophe Christoph Christof Christoffel Kristof Christol Cristol Estofle Tophe Christoval Toffel ; Christ Chr Chphe Christo Chle Xtophe Xphe
Christian ; Christianus ; Chrétien Chrestien Cristian Kristian Crestien Chretien
Grégoire ; Gregorius ; Gregor Gregoyre Grigoire Gregory Gregori Gorrig Gringoire ; Greg Gregre
Silvestre ; Silvester/Silvestri Sylvester/Sylvestri ; Sylvestre Sevestre Sivestre Selvestre Souvestre Jestr ; Silv Sylv
Sylvain ; Silvanus Sylvanus ; Silvain Silvin Sylvin Sylvan Souvain Sauvain ; Silv Syl
Adrien ; Adrianus Hadrianus ; Adrian Hadrien Adriaen Drien Adriane Adryen ; Adr Adrn Aden
Ambroise ; Ambrosius ; Ambroyse Ambrois Ambrose Embroise Ambros Ambroase ; Ambr Amb
Blaise ; Blasius ; Blayse Blaize Blaze Blasi Bleize Blez Blais Blez Blay ; Bl
Clément ; Clemens/Clementis ; Clémens Clemen Climent Clemant Clemenz Clament ; Clem Clt
Daniel ; Daniel/Danielis ; Deniel Daniau Danièu Danyel Danis Deinol ; Dan Danl
David ; David/Davidis Davidus ; Davy Davit Davi Davyd Daviet ; Dav
Édouard ; Eduardus Edouardus Edoardus ; Edoüard Eduard Edward Édoard Edoard Audouard Odoard ; Ed Edrd Edd Edord
Edmond ; Edmundus Eadmundus ; Edme Esme Edmé Esmond Edmon Edmund Emond Aymon ; Edm
Éloi ; Eligius Elegius ; Éloy Esloy Eloie Aloy Allory Aloi Heloy
Eustache ; Eustachius Eustacius ; Ustache Heustache Eutache Estache Wistace Eustace Istache ; Eust Eust
Eugène ; Eugenius ; Ugène Eugen Ugen Ujène ; Eug
Fabien ; Fabianus ; Fabian Fabyen Febian ; Fab
Félix ; Felix/Felicis ; Felis Félis Feliz Fœlix Phelix Feliu ; Fel
Ferdinand ; Ferdinandus Ferrandus ; Fernand Ferrand Ferdinant Fernando Ferdinando ; Ferd Fd
Firmin ; Firminus ; Fremin Frémin Fermin Firmain Fremyn Formin ; Firm
Florent ; Florentius Florencius ; Florant Florens Florenz ; Flor Flort
Frédéric ; Fridericus Fredericus Friedericus ; Frederic Frédéricq Friedrich Fritz Friderich Fredrich Ferri Ferry Federico Fréry ; Fred Fréd Fridr
Geoffroy ; Godefridus Gaufridus Gofridus Galfridus Godofredus ; Geoffroi Geofroy Joffroy Jeoffroy Jaffrez Gaufroy Godefroy Gottfried Godfroid Jauffret Jouffroy Jeffroy Gaufrid Joffre Jafredus ; Geof Geoff
Gérard ; Gerardus Gerhardus ; Girard Gerhard Guérard Girart Gerart Gerrit ; Ger
Gaspard ; Gasparus Gaspardus Caspar/Casparis Gaspar/Gasparis Casparus ; Gaspar Jaspard Jaspar Caspar Kaspar Casper Kasper Jasper Gaspart ; Gasp
Guy ; Guido/Guidonis Wido/Widonis Vitus ; Gui Guyot Guyon Guiot Guion Guydon Veit Vit Wyt Guis ; Gy
Hilaire ; Hilarius Hylarius Ilarius ; Hylaire Hillaire Ilaire Hilaret Hilari Ylaire Alaire ; Hil
Honoré ; Honoratus ; Honnoré Onoré Honorat Honorad Onorat Honnorat ; Hon Honr
Hubert ; Hubertus Hucbertus ; Ubert Huber Hupert Hubrecht Houbert ; Hub Hubt
Hugues ; Hugo/Hugonis ; Hugue Huguet Hue Hugon Huc Ugo Hugot Hues Hue Huguenin Huon ; Hug
Ignace ; Ignatius Ignacius ; Ygnace Ignaz Ignasse Inace Ignas Nazi ; Ign
Isaac ; Isaac/Isaaci ; Isac Ysaac Isaak Izaac
Isidore ; Isidorus Ysidorus ; Ysidore Isidor Izidore Zidore Isidoor ; Isid
Jérôme ; Hieronymus Hieronimus Jeronimus Geronimus ; Hierosme Jérosme Jherosme Géraume Giérome Gérôme Hiérome Jéroime Jeroni Hierome Jheronimus Geraulme Jérosne ; Jer Hier Jme Jerme
Jérémie ; Jeremias ; Hieremie Gérémie Jeremie Jheremie
Jude ; Judas/Judae ; Judas
Justin ; Justinus ; Justain Justyn Gustin
Just ; Justus ; Juste
Lambert ; Lambertus Lampertus ; Lembert Lambrecht Lamber Lammert Lambertin ; Lamb Lambt
Lazare ; Lazarus ; Ladre Lazard Lazar Lasare Ladré ; Laz
Léger ; Leodegarius Leodogarius Ledegarius ; Légier Ligier Leger Liger Leodegar Léodegard Legié Leydier ; Leg
Léopold ; Leopoldus ; Léopol Leopoldo
Loup ; Lupus ; Leu Loupe Louf
Lucien ; Lucianus ; Lucian Lucyen
Maurice ; Mauricius Mauritius ; Morice Meurisse Maurisse Moritz Moriz Maurès Mauris Meurice Moryce Moris Maurici ; Maur Mce Maurce
Maximilien ; Maximilianus ; Maximilian Massimilien
Maxime ; Maximus ; Maxe Mesmin Massime
Médard ; Medardus ; Médart Mard Mézard Medar Mérard ; Med
Nazaire ; Nazarius ; Nasaire Nazare
Pascal ; Paschalis/Paschalis Paschasius Pascalis/Pascalis ; Pasquier Pasqual Pasquet Paschal Pascau Pascual Pasques Paskal Pâques Paquet Pacquet Pasquin ; Pasq Pasc
Quentin ; Quintinus ; Quintin Quantin Cantin Kintin Quentien Quinten ; Quent
Rémi ; Remigius ; Rémy Remy Remis Remys Remmy Remig Rémigie Rumigny ; Rem
Richard ; Richardus Ricardus ; Ricard Richart Ritchard Ricart Rikart Rijkaert ; Rich Richd
Roch ; Rochus ; Roc Rocq Roche Rock Roque Rocco Rok
Rodolphe ; Rudolphus Radulphus Radulfus Rodolphus Rudolfus ; Raoul Raoult Raoulx Raoulet Rudolf Rudolph Raul Roul Ralph Radolphe Rolf Rodolfe ; Rod Rud
Roland ; Rolandus Orlandus Rollandus ; Rolland Rolant Orland Rollant Rolan
Romain ; Romanus ; Romin Roman Romein Rommain Roumain ; Rom
Samuel ; Samuel/Samuelis ; Samuël Semuel Samuau Zamuel ; Sam Saml
Saturnin ; Saturninus ; Sernin Cernin Sadournin Sorlin Sarni Sadurni Sournin Savournin Atournin  ; Saturn Sat
Théodore ; Theodorus ; Téodore Théodor Theodor Théodoric Théodoric ; Theod Thre
Théophile ; Theophilus ; Téophile Gottlieb Théofile Teofil Theophil ; Theoph
Thierry ; Theodoricus Theodericus Terricus ; Thiéry Thyerry Dietrich Théodoric Diederich Thierri Dieter Diether Thiry ; Thier
Timothée ; Timotheus ; Thimothée Timotée Timothé Timoteo ; Tim
Valentin ; Valentinus ; Vallentin Valantin Valentain Velten Valten Balentin Veltin ; Val Valn
Victor ; Victor/Victoris Victorius Victorus ; Vitor Victeur Vittore Viktor Vitour ; Vict Vic Vr
Victorin ; Victorinus ; Vitorin
Zacharie ; Zacharias ; Zacarie Zaccharie Zacharia Zacarias Zacherie ; Zach
Gatien ; Gatianus Gacianus ; Gassien Gacien Gacian Gatian Cassien Gassian
Gratien ; Gratianus Gracianus ; Gracien Gracian Gratian Graciet Gratieu Gracia ; Grat
Aubin ; Albinus ; Obin Albin Aubain Haubin Albain
Aimé ; Amatus ; Amé Aimez Aymé Amat Aymet Esmé
Alphonse ; Alphonsus ; Alfonse Alphons Alonse Alfons Anfos ; Alph
Alfred ; Alfredus ; Alfréd
Albert ; Albertus ; Albrecht Aubert Alber Elbert ; Alb Albt
Amand ; Amandus ; Amant Amans Aman Hamand
Anselme ; Anselmus ; Ancelme Ansel Ancel Anseaume Anceaume Hansel Anselm Ancelin ; Ans
Apollinaire ; Apollinaris/Apollinaris ; Appolinaire Apolinaire Polinaire Apolinard ; Apoll
Arnaud ; Arnaldus Arnoldus ; Arnault Arnaut Ernaud Ernault Arnold Arnould Arnaux Arnauld Arnal Ernaut Naudin ; Arn
Arnoul ; Arnulphus Arnulfus ; Arnould Arnou Arnoult Arnoux Ernoul Ernoult Arnolf
Athanase ; Athanasius ; Atanase Athanaze Tanase ; Ath
Baudouin ; Balduinus Baldoinus ; Beaudoin Baudoin Baudoyn Balduin Baldwin Boudewijn Bauduin Boudouin
Balthazar ; Balthasar/Balthasaris Balthazarus ; Balthasar Baltasar Baltazar Balthasard Balthasart Baltzer Balzer Batasar ; Balth
Basile ; Basilius ; Bazile Basil Bazille Basille Bazil
Benjamin ; Benjaminus ; Bengamin Benjamain Benjemin ; Benj Bin
Bertrand ; Bertrandus Bertramnus ; Bertran Berthrand Bertrandt Bertram Beltran Bertranet ; Bert Bertd
Bonaventure ; Bonaventura ; Bonnaventure Boneventure Aventure Bonabenture Benture Venture ; Bonav Bonavre
Brice ; Brictius Bricius Briccius ; Bris Brix Brisse Brès
Bruno ; Bruno/Brunonis ; Brunon Brunot
Célestin ; Caelestinus Celestinus Cœlestinus ; Selestin Célestain
César ; Caesar/Caesaris Cesar/Cesaris ; Cezar Sésar César Cæsar Cesare
Cyprien ; Cyprianus Ciprianus ; Cyprian Siprien Ciprien Syprien Subran Sivran
Cyr ; Cyricus Cyriacus Quiricus ; Cyriaque Cir Sir Ciriaque Quirique Cyrice Cirice Cirgues
Désiré ; Desideratus Desiderius ; Dézéré Désir ; Des Desre
Didier ; Desiderius Dederius ; Dizier Dydier Disdier Didyer Dedier Deidier Didié
Dominique ; Dominicus ; Dominicque Domenge Demenge Mengeot Menjou Domingo Mengin Demange Mengen Domenico Demeng Domenech Menjoulet Doumenge Dominiq Mingo Dominik Mingeon ; Dom Domin Dque
Élie ; Elias Helias ; Hélie Hélias Elye Hely Élias Helye
Elzéar ; Elzearius Elziarius ; Auzias Elzias Alziari Elzear Auziard
Emmanuel ; Emmanuel/Emmanuelis Emanuel/Emanuelis ; Emanuel Manuel Hémanuel Manel Immanuel ; Emm Em
Émile ; Aemilius Emilius ; Emil Émille Emilio
Ernest ; Ernestus ; Ernst Erneste Ernès
Fiacre ; Fiacrius Fiacrus Ficrius ; Fiaque Fiac Phiacre Fyacre Fiachre
Fulcrand ; Fulcrandus ; Fulcran Foulcrand Frucrand Fulchran
Fulgence ; Fulgentius Fulgencius ; Fulgance Foulgence
Gaston ; Gasto/Gastonis ; Gastoun Gastou
Gilbert ; Gilbertus Gislebertus ; Jilbert Gislebert Gilibert Gilebert ; Gilb
Goulven ; Golvenus Golvinus Golvennus Goulvenus ; Goulvin Golven Goulwen Golvin Goulc'hen Goulchen
Corentin ; Corentinus Chorentinus ; Caurentin Corintin Corantin Kaourintin Quaurentin Kaourantin Courentin Kaou Corentain ; Cor
Tugdual ; Tugdualus Tudgualus Tudualus Tutualus ; Tual Tudual Tuguel Pabu Thual Tudal Tudy
Guénolé ; Winwaloeus Guenaelus Guingaloeus Guenoleus ; Gwenolé Guénolet Guignolé Guénaël Gwenole Venolé Guenel
Malo ; Maclovius Machutus Macutus ; Maclou Maclo Malou Mahout Maloup Mahou Maclow
Brieuc ; Briocus Briomaglus ; Briec Brieu Brieux Brioc Briac
Judicaël ; Judicaelus Judicael/Judicaelis ; Gicquel Jezekel Jézéquel Juhel Jicquel Giquel Juzel
Conan ; Conanus ; Connan Konan
Servan ; Servanus ; Servain Cervan Servant Servane
Servais ; Servatius Servacius ; Servet Cervais Servay Servaes Servès Vaas Servas
Hyacinthe ; Hyacinthus Hiacintus ; Hiacinthe Yacinthe Hyacinte Jacinthe Hiacinte Jassinte Ciacinthe ; Hyac Hy
Hippolyte ; Hippolytus Hypolitus Hippolitus ; Hypolite Ypolite Hyppolite Hipolite Hyppolyte Polyte Polite Hippolite ; Hipp Hyp
Joachim ; Joachimus Joachinus ; Jouachim Joachin Joaquim Jouachin Achim Joassin Joacim Chouachin ; Joach
Jules ; Julius ; Jule Juli Jullius Jullus ; Jls
Léonce ; Leontius Leoncius ; Léonse Lionce Leons
Lubin ; Leobinus ; Lubain Leubin Lubyn
Marcel ; Marcellus ; Marceau Marciau Marsel Marceu Marchel
Marcellin ; Marcellinus ; Marcelin Marselin Marslin
Marcial ; Martialis/Martialis Marcialis/Marcialis ; Martial Marsal Marsau Marçal Marsaud Marsial Marsault Marciau ; Mal
Marin ; Marinus ; Maryn Marain Merin Marein
Mathias ; Mathias/Mathiae Matthias/Matthiae ; Matthias Mathis Mathia Mathiaz Mathies Matis Thies Thys Mathys
Modeste ; Modestus ; Moudeste Modest
Narcisse ; Narcissus ; Narsisse Narcis
Odilon ; Odilo/Odilonis ; Odilo
Omer ; Audomarus Omerus ; Aumer Homer Ommer Otmar
Pantaléon ; Pantaleo/Pantaleonis ; Panthaléon Pantalion Pantaly Panthalion Pantalon
Patrice ; Patricius ; Patrix Patry Patrick Patrisse Padrig
Philibert ; Philibertus Filibertus ; Phillibert Philbert Filibert Philebert Filbert Philiber Félibert ; Philib Phbert
Placide ; Placidus ; Plasside Placid
Polycarpe ; Polycarpus ; Policarpe Polycarp
Prosper ; Prosperus ; Prospère Prospert Prospair
Raphaël ; Raphael/Raphaelis ; Rafael Raphel Rafaël Raphaëlle
Raymond ; Raimundus Raymundus Reymundus Remundus ; Rémond Raimond Ramon Ramond Raymon Rémon Arramon Arnaymond Reymond Raimon Arramond Ramoun Raimund Rémont ; Raym Raymd
Salomon ; Salomo/Salomonis ; Salaün Salomo Saloman Salaun
Samson ; Samson/Samsonis Sampson/Sampsonis ; Sanson Sampson Samzun
Thibaut ; Theobaldus Thebaldus Theodbaldus ; Thibault Thibaud Thiébaut Thiébaud Tibaut Théobald Diebold Thiebold Diebolt Thébaud Thébault Tibaud Thibaulx Théobalde Debold ; Thib
Ulric ; Ulricus Udalricus Uldaricus ; Ulrich Oury Urich Uhl Ourry Ulry Ully Ourri
Vital ; Vitalis/Vitalis ; Vidal Vidau Vitel Vidalis Vitale Bidau
Vivien ; Vivianus Bibianus ; Vivian Vivient Bibian Vyvien Bébien
Wendelin ; Wendelinus ; Vendelin Wendling Wendel Vandelin
Morand ; Morandus ; Morandt
Constant ; Constans/Constantis Constantius ; Constans Constan Contant Coustant ; Const Constt
Constantin ; Constantinus ; Costantin Coustantin Constentin
Xavier ; Xaverius ; Exavier Javier Zavier Savier ; Xav Xer
Adolphe ; Adolphus ; Adolfe Adolf Adolph
Armand ; Armandus Hermannus ; Hermand Hermann Harmand Armant ; Arm
Armel ; Armagilus ; Armelle Ermel Arzel Armaël
Arsène ; Arsenius ; Arcène Arsenne
Onésime ; Onesimus ; Onézime Olésime Honésime
Romuald ; Romualdus ; Romual Romuha
Barnabé ; Barnabas ; Bernabé Barnabas
Cyrille ; Cyrillus ; Cirille Cyril Sirille
Florentin ; Florentinus ; Fleurentin Florantin
Achille ; Achilles ; Achile
Zéphirin ; Zephyrinus ; Zéphyrin Séphirin Zefirin
Abel ; Abelus ; Abell Habel
Abraham ; Abraham/Abrahami Abrahamus ; Abram Habraham Habram
Adam ; Adamus Adam/Adae ; Adan Adame Adenet
Amable ; Amabilis/Amabilis ; Aimable Amabile
Aubert ; Autbertus Aubertus ; Obert Aubertin Haubert
Aurélien ; Aurelianus ; Orélien Aurélian
Camille ; Camillus ; Camile
Cosme ; Cosmas ; Côme Cosmo Cosmes Come
Damien ; Damianus ; Damian Damyen
Crépin ; Crispinus ; Crespin Crispin Crespyn Crépain
Donatien ; Donatianus ; Donacien Donatian Donassien
Donat ; Donatus ; Dounat
Évrard ; Everardus Eberhardus Evrardus ; Éverard Eberhard Eberhardt Ébrard Ewrard Evrart
Guibert ; Guibertus Wibertus ; Wibert Guybert
Hélier ; Helerius ; Élier Hellier Helyer Helier
Josse ; Judocus Jodocus ; Joos Joost Jost Jodoc Joce
Méen ; Mevennus Meuennus ; Méhen Mein Mévenn Neven
Privat ; Privatus ; Prival Pribat
Savinien ; Savinianus Sabinianus ; Sabinien Savignien
Séverin ; Severinus ; Surin Severain Siverin Severyn
Siffrein ; Siffredus ; Siffroy Siffren Syffren
Sulpice ; Sulpicius Sulpitius ; Supplice Suplice Souplet Souplis
Symphorien ; Symphorianus Simphorianus ; Simphorien Saphorin Sanforien Simforien Sinforien Saforien ; Symph
Tanguy ; Tanguidus Tangiacus ; Tangui Tanneguy Tanguydus Tangy
Ursin ; Ursinus ; Ursain Hursin
Vaast ; Vedastus ; Waast Vast
`
