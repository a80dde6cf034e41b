// Drawings of our own that keep a browser busy, most of them a few kilobytes: nests that are drawn millions of times, and much of
// what is drawn once. None holds a script or an address.
const drawn = (inside: string, attributes = 'viewBox="0 0 300 100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`

const times = (count: number, each: (i: number) => string) => Array.from({ length: count }, (_, i) => each(i)).join('')

const RECT = '<rect width="300" height="100" '
const DEPTH = 20

/** `name` within `name`, each drawn ten times by the one above it. */
const nested = (name: string, reference: string, more = '') =>
  drawn(
    `<${name} id="n0" ${more}>${RECT}fill="#fff"/></${name}>${times(
      DEPTH,
      (i) =>
        `<${name} id="n${i + 1}" ${more}>${times(10, (j) => `<circle cx="${j * 9}" cy="50" r="40" ${reference}="url(#n${i})"/>`)}</${name}>`,
    )}${RECT}${reference}="url(#n${DEPTH})"/>`,
  )

const chained = (reference: string) =>
  drawn(
    `${times(40, (i) => `<clipPath id="n${i + 1}" ${reference}="url(#n${i})"><path d="M0 0h300v100H0z" ${reference}="url(#n${i})"/></clipPath>`)}${RECT}clip-path="url(#n40)"/>`,
  )

const gradient = (id: string, stops: number, href = '') =>
  `<linearGradient id="${id}"${href}>${times(stops, (i) => `<stop offset="${i / stops}" stop-color="#${(i % 900) + 100}"/>`)}</linearGradient>`

/** Points of a line that crosses itself at each turn. */
const scrawl = (count: number, wide = 300, high = 100) =>
  times(count, (i) => `${(i * 7919) % wide} ${(i * 104_729) % high} `)

export const HEAVY_SVG: [name: string, svg: string][] = [
  ['masks in masks', nested('mask', 'mask')],
  ['clip paths in clip paths', nested('clipPath', 'clip-path')],
  ['masks clipped by masks', nested('mask', 'clip-path').replaceAll('clip-path', 'mask')],
  ['clip paths of clip paths', chained('clip-path')],
  ['patterns in patterns', nested('pattern', 'fill', 'width="1" height="1"')],
  ['markers in markers', nested('marker', 'marker-mid', 'markerWidth="9"')],
  [
    'masks by a style sheet',
    nested('mask', 'mask')
      .replaceAll(/mask="url\((#n\d+)\)"/g, (_all, id: string) => `class="${id.slice(1)}"`)
      .replace('<mask', `<style>${times(DEPTH + 1, (i) => `.n${i}{mask:url(#n${i})}`)}</style><mask`),
  ],
  [
    'masks by a style sheet of all elements',
    drawn(
      `<style>*{mask:url(#a)} g g *{mask:url(#b)}</style><mask id="a"><g><g>${RECT}/></g></g></mask><mask id="b"><g>${RECT}/></g></mask>${RECT}/>`,
    ),
  ],
  [
    'masks by style attributes',
    nested('mask', 'mask').replaceAll(/mask="(url\(#n\d+\))"/g, 'style="MASK : $1 !important"'),
  ],
  [
    'copies of copies',
    drawn(
      `<g id="n0">${RECT}opacity=".1"/></g>${times(DEPTH, (i) => `<g id="n${i + 1}">${times(9, () => `<use href="#n${i}" x="1"/>`)}</g>`)}`,
    ),
  ],
  [
    'copies of the first of two names',
    drawn(
      `<g id="n0">${RECT}/></g>${times(12, (i) => `<g id="n${i + 1}">${times(9, () => `<use href="#n${i}"/>`)}</g>`)}<defs>${times(13, (i) => `<g id="n${i}"/>`)}</defs>`,
    ),
  ],
  [
    'copies of much',
    drawn(
      `<g id="a">${times(15_000, (i) => `<path d="M${i % 300} 0v9"/>`)}</g>${times(200, () => '<use href="#a" y="1"/>')}`,
    ),
  ],
  [
    'filters of wide regions',
    drawn(
      `<filter id="f" x="-9999" y="-9999" width="99999" height="99999"><feTurbulence numOctaves="99" baseFrequency=".9"/><feMorphology operator="dilate" radius="500"/><feGaussianBlur stdDeviation="900"/></filter>${times(50, () => `<g filter="url(#f)">`)}${RECT}/>${times(50, () => '</g>')}`,
    ),
  ],
  [
    'filters by functions',
    drawn(
      times(90, () => '<g style="filter:blur(900px) drop-shadow(0 0 900px red)">') +
        `${RECT}/>` +
        times(90, () => '</g>'),
    ),
  ],
  [
    'gradients that follow one another',
    drawn(
      `${gradient('n0', 2)}${times(4000, (i) => gradient(`n${i + 1}`, 0, ` xlink:href="#n${i}"`))}${times(900, (i) => `${RECT}fill="url(#n${4000 - i})"/>`)}`,
    ),
  ],
  [
    'gradients in a ring',
    drawn(`${gradient('a', 0, ' href="#b"')}${gradient('b', 0, ' href="#a"')}${RECT}fill="url(#a)"/>`),
  ],
  [
    'gradients of a thousand colours',
    drawn(`${gradient('a', 9000)}${times(900, () => `${RECT}fill="url(#a)" opacity=".9"/>`)}`),
  ],
  [
    'a gradient that a group hands on',
    drawn(`${gradient('a', 9000)}<g fill="url(#a)">${times(9000, () => `${RECT}/>`)}</g>`),
  ],
  [
    'groups half transparent in one another',
    drawn(
      times(90, () => '<g opacity=".99">').repeat(1) +
        times(900, () => `${RECT}opacity=".5"/>`) +
        times(90, () => '</g>'),
    ),
  ],
  ['shapes half transparent', drawn(times(19_000, () => `${RECT}opacity=".01"/>`))],
  ['blended shapes', drawn(times(9000, () => `${RECT}style="mix-blend-mode:luminosity;isolation:isolate"/>`))],
  ['short dashes', drawn(times(99, () => '<path d="M0 0H300V100H0z" stroke="#000" stroke-dasharray=".001"/>'))],
  [
    'short dashes by a class',
    drawn(
      `<style>.a{stroke:#000;stroke-dasharray:1e-3 1e-3}</style><g class="a">${times(99, () => '<circle r="300"/>')}</g>`,
    ),
  ],
  [
    'dashes on a line of many lengths',
    drawn('<path d="M0 0H300" pathLength="1e9" stroke="#000" stroke-dasharray="1"/>'.repeat(99)),
  ],
  [
    'dashes without end',
    drawn(`<path d="M0 0H1e9V1e9" stroke="#000" stroke-dasharray="1,${times(90, () => '1,')}1"/>`.repeat(99)),
  ],
  ['dashed letters', drawn('<text font-size="5000" stroke="#000" stroke-dasharray=".01">Cercle</text>'.repeat(99))],
  [
    'a book of letters',
    drawn(
      times(9000, (i) => `<text x="1" y="${i}" rotate="1 2 3" textLength="9">Saint-Malo de Dinan et de Dol</text>`),
    ),
  ],
  ['one long text', drawn(`<text textLength="9">${'Mémoire '.repeat(90_000)}</text>`)],
  [
    'a style sheet of all elements many times',
    drawn(
      `<style>${times(20_000, (i) => `* g>*{fill:#${(i % 900) + 100}}`)}</style>${times(19_000, () => '<g/>')}${RECT}/>`,
    ),
  ],
  [
    'a class of many rules',
    drawn(
      `<style>${times(60_000, () => '.a{fill:red}')}</style>${times(19_000, () => '<path class="a" d="M0 0h9"/>')}`,
    ),
  ],
  [
    'elements of many classes',
    drawn(
      `<style>.a{fill:red}.b{fill:url(#a)}</style>${times(900, () => `<path class="${'a b '.repeat(400)}" d="M0 0h9"/>`)}`,
    ),
  ],
  [
    'a class with a long value',
    drawn(
      `<style>.a{font-family:${'a'.repeat(900_000)}}</style>${times(19_000, () => '<path class="a" d="M0 0h9"/>')}`,
    ),
  ],
  ['a path of two megabytes', drawn(`<path stroke="#000" fill-rule="evenodd" d="M${scrawl(290_000)}"/>`)],
  [
    'clipped by a path of two megabytes',
    drawn(
      `<clipPath id="a"><path clip-rule="evenodd" d="M${scrawl(140_000)}"/><path d="M${scrawl(140_000, 290)}"/></clipPath>${RECT}clip-path="url(#a)"/>`,
    ),
  ],
  [
    'many clips of long paths',
    drawn(
      `<clipPath id="a">${times(30, (i) => `<path d="M${scrawl(900, 290 + i)}"/>`)}</clipPath>${times(90, () => `${RECT}clip-path="url(#a)"/>`)}`,
    ),
  ],
  [
    'round joins and long corners',
    drawn(
      `<path stroke="#000" stroke-width="300" stroke-linejoin="round" stroke-linecap="round" fill="none" d="M${scrawl(200_000)}"/>`,
    ),
  ],
  ['a filled path at the limit', drawn(times(4, () => `<path d="M${scrawl(21_000)}"/>`))],
  [
    'a stroked path at the limit',
    drawn(times(4, () => `<path stroke="#000" stroke-width="30" stroke-linejoin="round" d="M${scrawl(7400)}"/>`)),
  ],
  [
    'shapes made one to clip, at the limit',
    drawn(
      `<clipPath id="a">${times(2, (i) => `<path d="M${scrawl(390, 290 + i)}"/>`)}</clipPath>${RECT}clip-path="url(#a)"/>`,
    ),
  ],
  [
    'many shapes made one to clip',
    drawn(
      times(
        60,
        (n) =>
          `<clipPath id="a${n}">${times(30, (i) => `<circle r="${i + 9}" cx="${i * 2}"/>`)}</clipPath>${RECT}clip-path="url(#a${n})"/>`,
      ),
    ),
  ],
  [
    'two hundred shapes to clip',
    drawn(
      `<clipPath id="a">${times(200, (i) => `<circle r="${i + 9}" cx="${i * 2}"/>`)}</clipPath>${RECT}clip-path="url(#a)"/>`,
    ),
  ],
  ['half transparent shapes at the limit', drawn(times(390, () => `${RECT}opacity=".5"/>`))],
  [
    'sheets in sheets at the limit',
    drawn(
      times(90, () => '<g opacity=".9" style="isolation:isolate;mix-blend-mode:darken">') +
        times(300, () => `${RECT}opacity=".5"/>`) +
        times(90, () => '</g>'),
    ),
  ],
  [
    'dashes at the limit',
    drawn(
      times(
        8,
        () => '<path d="M0 0H300" stroke="#000" stroke-width="90" stroke-linecap="round" stroke-dasharray=".5 .5"/>',
      ),
    ),
  ],
  [
    'shapes at the limit',
    drawn(times(19_000, () => '<rect width="300" height="99" fill-opacity=".1"/>').replaceAll('300', '30')),
  ],
  [
    'a mask as wide as the sky',
    drawn(
      `<mask id="a" maskUnits="userSpaceOnUse" x="-1e9" y="-1e9" width="2e9" height="2e9">${RECT}fill="#fff"/></mask>${times(300, () => `${RECT}mask="url(#a)"/>`)}`,
    ),
  ],
  [
    'a sheet as wide as the sky',
    drawn(
      times(300, () => `${RECT}opacity=".9"/>`),
      'width="1e7" height="1e7" viewBox="0 0 300 100"',
    ),
  ],
]

/** Drawing programs write them so: they are taken, and nothing of them is left out. */
export const ORDINARY_SVG: [name: string, svg: string][] = [
  [
    'Inkscape',
    `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="80mm" height="30mm" viewBox="0 0 80 30" version="1.1" id="svg5" xml:space="preserve" inkscape:version="1.2.2" sodipodi:docname="logo.svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg">
<sodipodi:namedview id="namedview7" pagecolor="#ffffff"/>
<defs id="defs2">
<linearGradient inkscape:collect="always" id="linearGradient1"><stop style="stop-color:#7a2e1f;stop-opacity:1" offset="0"/><stop style="stop-color:#7a2e1f;stop-opacity:0" offset="1"/></linearGradient>
<linearGradient inkscape:collect="always" xlink:href="#linearGradient1" id="linearGradient2" x1="1" x2="79" y1="0" y2="0" gradientUnits="userSpaceOnUse"/>
<clipPath clipPathUnits="userSpaceOnUse" id="clipPath3"><circle style="opacity:1;fill:#fff" cx="15" cy="15" r="14"/></clipPath>
<mask maskUnits="userSpaceOnUse" id="mask4"><rect style="fill:url(#linearGradient2);stroke:none" width="80" height="30"/></mask>
</defs>
<g inkscape:label="Calque 1" inkscape:groupmode="layer" id="layer1">
<path style="opacity:1;fill:url(#linearGradient2);stroke:#000;stroke-width:0.2;stroke-dasharray:0.4, 0.2;stroke-dashoffset:0" d="M 1,1 H 79 V 29 H 1 Z" clip-path="url(#clipPath3)" id="path5"/>
<g mask="url(#mask4)" id="g6"><text style="font-size:6px;font-family:serif" x="30" y="18" id="text7"><tspan id="tspan8" x="30" y="18">Cercle d’Aleth</tspan></text></g>
${times(400, (i) => `<path style="opacity:1;fill:#000000;stroke-dasharray:none" d="m ${i % 80},2 c 0.1,0.3 0.4,0.1 0.5,0.6 l 0.2,-0.1 z"/>`)}
</g></svg>`,
  ],
  [
    'Illustrator in French',
    `<?xml version="1.0" encoding="UTF-8"?>
<svg id="Calque_1" data-name="Calque 1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 283.46 141.73">
<defs><style>
.cls-1 { fill: url(#Dégradé_sans_nom_5); }
.cls-1, .cls-2 { stroke-width: 0px; }
.cls-2 { fill: #1d1d1b; }
.cls-3 { clip-path: url(#clippath); }
.cls-4 { fill: none; stroke: #7a2e1f; stroke-dasharray: 0 0 3.02 3.02; }
.cls-5 { isolation: isolate; opacity: .6; mix-blend-mode: multiply; }
</style>
<clipPath id="clippath"><rect class="cls-2" width="283.46" height="141.73"/></clipPath>
<linearGradient id="Dégradé_sans_nom_5" data-name="Dégradé sans nom 5" x1="0" y1="70" x2="283" y2="70" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#7a2e1f"/></linearGradient>
<linearGradient id="Dégradé_sans_nom_5-2" data-name="Dégradé sans nom 5" x1="9" xlink:href="#Dégradé_sans_nom_5"/></defs>
<g class="cls-3"><rect class="cls-1" width="283.46" height="141.73"/><g class="cls-5">${times(60, (i) => `<path class="cls-2" d="M${i},12.34c-.61,1.07-1.5,1.6-2.67,1.6s-2.1-.5-2.7-1.5"/>`)}</g></g>
<path class="cls-4" d="M12.5,130.2h258.46"/><circle class="cls-4" cx="40" cy="40" r="30"/>
</svg>`,
  ],
  [
    'Sketch, and Illustrator of long ago',
    `<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" viewBox="0 0 90 40" style="enable-background:new 0 0 90 40;">
<defs><rect id="SVGID_1_" width="90" height="40"/><path id="path-1" d="M0,0 L90,0 L90,40 Z"/></defs>
<clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath>
<mask id="mask-2" fill="white"><use xlink:href="#path-1"></use></mask>
<g clip-path="url(#SVGID_2_)"><g mask="url(#mask-2)"><rect fill="#7a2e1f" width="90" height="40"/></g></g>
</svg>`,
  ],
]
