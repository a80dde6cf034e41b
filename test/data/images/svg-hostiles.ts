// Drawings that would do more than be looked at, if they were served as they came (reliability.md T9). `PIEGE` is an address that
// must never be asked for; a script that runs changes the title of its page to « piege ».
export const PIEGE = 'http://piege.invalid/vu'

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10"'
const RUN = "document.title='piege'"
const drawn = (inside: string, attributes = '') =>
  `<svg ${SVG} ${attributes}><rect width="9" height="9"/>${inside}</svg>`

export const HOSTILE_SVG: [name: string, svg: string][] = [
  ['script', drawn(`<script>${RUN}</script>`)],
  ['script with a type', drawn(`<script type="text/ecmascript">${RUN}</script>`)],
  ['script in CDATA', drawn(`<script><![CDATA[${RUN}]]></script>`)],
  ['script of elsewhere', drawn(`<script href="${PIEGE}"/>`)],
  ['script by xlink', drawn(`<script xlink:href="${PIEGE}"/>`)],
  ['script with a prefix', drawn(`<s:script xmlns:s="http://www.w3.org/2000/svg">${RUN}</s:script>`)],
  ['HTML script', drawn(`<h:script xmlns:h="http://www.w3.org/1999/xhtml">${RUN}</h:script>`)],
  ['script in upper case', drawn(`<SCRIPT>${RUN}</SCRIPT>`)],
  ['script in defs', drawn(`<defs><script>${RUN}</script></defs>`)],
  ['script in a title', drawn(`<title><script>${RUN}</script></title>`)],
  ['script in text as entities', drawn(`<text>&lt;script&gt;${RUN}&lt;/script&gt;</text>`)],
  ['onload of the root', drawn('', `onload="${RUN}"`)],
  ['onload with a line break', drawn('', `onload\n=\n"${RUN}"`)],
  ['onclick', drawn(`<circle r="5" onclick="${RUN}"/>`)],
  ['onbegin of an animation', drawn(`<animate onbegin="${RUN}" attributeName="x" dur="1s"/>`)],
  ['onfocusin', drawn(`<path d="M0 0" tabindex="0" autofocus="" onfocusin="${RUN}"/>`)],
  ['link to a script', drawn(`<a href="javascript:${RUN}"><text>a</text></a>`)],
  ['link in letters by number', drawn(`<a xlink:href="&#106;avascript:${RUN}"><text>a</text></a>`)],
  ['animated link', drawn(`<a><animate attributeName="href" values="javascript:${RUN}"/><text>a</text></a>`)],
  ['set', drawn(`<set attributeName="onmouseover" to="${RUN}"/>`)],
  [
    'foreignObject',
    drawn(
      `<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml" onload="${RUN}"/></foreignObject>`,
    ),
  ],
  ['iframe', drawn(`<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${PIEGE}"/></foreignObject>`)],
  ['image of elsewhere', drawn(`<image href="${PIEGE}" width="9" height="9"/>`)],
  ['image by xlink', drawn(`<image xlink:href="${PIEGE}" width="9" height="9"/>`)],
  [
    'image in base64 that is a drawing',
    drawn('<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>'),
  ],
  ['feImage', drawn(`<filter id="f"><feImage href="${PIEGE}"/></filter><rect filter="url(#f)" width="9" height="9"/>`)],
  ['use of elsewhere', drawn(`<use href="${PIEGE}#a"/>`)],
  ['use of data', drawn('<use href="data:image/svg+xml,&lt;svg/&gt;#a"/>')],
  ['style @import', drawn(`<style>@import "${PIEGE}";</style>`)],
  ['style @import url', drawn(`<style>@import url(${PIEGE}); rect{fill:red}</style>`)],
  ['style with an address', drawn(`<style>rect{fill:url(${PIEGE}#a)}</style>`)],
  ['style with an address in escapes', drawn(`<style>rect{fill:u\\72l(${PIEGE}#a)}</style>`)],
  ['style with an address behind a comment', drawn(`<style>rect{fill:ur/**/l(${PIEGE}#a)}</style>`)],
  [
    'style @font-face',
    drawn(`<style>@font-face{font-family:a;src:url(${PIEGE})} text{font-family:a}</style><text>a</text>`),
  ],
  [
    'style that ends its element',
    drawn("<style><![CDATA[rect{fill:red}</style><script>document.title='piege'</script>]]></style>"),
  ],
  ['style attribute', drawn(`<rect style="fill:url('${PIEGE}#a')" width="1" height="1"/>`)],
  ['style attribute with background', drawn(`<g style="background-image:url(${PIEGE})"/>`)],
  ['fill of elsewhere', drawn(`<rect fill="url(${PIEGE}#a)" width="1" height="1"/>`)],
  ['mask of elsewhere', drawn(`<rect mask="url(${PIEGE}#a)" width="1" height="1"/>`)],
  ['cursor', drawn(`<rect cursor="url(${PIEGE}),auto" width="1" height="1"/>`)],
  ['style sheet instruction', `<?xml-stylesheet href="${PIEGE}" type="text/css"?>${drawn('')}`],
  ['XSLT instruction', `<?xml-stylesheet href="#x" type="text/xsl"?>${drawn('')}`],
  ['base', drawn(`<g xml:base="${PIEGE}"><use href="#a"/></g>`)],
  ['handler', drawn(`<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load">${RUN}</handler>`)],
  ['audio', drawn(`<audio xmlns="http://www.w3.org/1999/xhtml" src="${PIEGE}"/>`)],
  ['discard and metadata', drawn(`<metadata><script>${RUN}</script></metadata><discard/>`)],
]

/** Refused outright: what they are is not to be mended. */
export const REFUSED_SVG: [name: string, svg: string][] = [
  ['external entity', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${drawn('<text>&x;</text>')}`],
  ['a billion laughs', `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${drawn('<text>&b;</text>')}`],
  ['declaration without a subset', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "${PIEGE}">${drawn('')}`],
  ['entity that nobody declared', drawn('<text>&eacute;</text>')],
  ['HTML', `<html><body><script>${RUN}</script><svg ${SVG}/></body></html>`],
  ['no namespace', '<svg><rect width="9" height="9"/></svg>'],
  ['a prefix for its own elements', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:rect/></s:svg><svg >'],
  ['cut in the middle', drawn('').slice(0, -12)],
  ['elements that cross', drawn('<g><path d="M0 0"></g></path>')],
  ['an attribute twice', drawn('<path d="M0 0" d="M1 1"/>')],
  ['an attribute without quotes', drawn('<path d=M0/>')],
  ['text after the root', `${drawn('')}<p>`],
  ['two roots', drawn('') + drawn('')],
  ['nothing to be seen', `<svg ${SVG}><script>${RUN}</script></svg>`],
  ['nested too deep', drawn('<g>'.repeat(5000) + '</g>'.repeat(5000))],
  ['too many elements', drawn('<g/>'.repeat(30_000))],
  ['a NUL reference', drawn('<text>&#0;</text>')],
]
