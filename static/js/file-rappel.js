// Where records may wait on this device for a line (file-depot.js keeps how many in localStorage): every page shows and sends them, and
// who logs out is told. A browser that was killed may not know of the last one: each page of a device with a desk looks.
const out = document.querySelector('form[action="/logout"]')

/** Records of everybody (null: no desk was ever opened here), and rows of a table that this person left (tableau-garde.js). */
function kept() {
  try {
    const start = `releves.tableau.${out.dataset.utilisateur}.`
    const isLeft = (key) => key.startsWith(start) && /"isLeft":true/.test(localStorage[key])
    return [JSON.parse(localStorage.getItem('releves.file')), Object.keys(localStorage).filter(isLeft)]
  } catch (_forbidden) {
    return [null, '']
  }
}

const [files, left] = kept()
if ((files || left[0]) && !document.querySelector('[data-file]')) {
  document.head.appendChild(Object.assign(document.createElement('script'), { src: __FILE__ }))
}

if (out) {
  out.addEventListener('submit', (event) => {
    const [people, rows] = kept()
    const [, , waiting, refused] = (people || []).find(([one]) => String(one) === out.dataset.utilisateur) || [
      0, 0, 0, 0,
    ]
    const n = waiting + refused + rows.length
    if (n === 0) return
    const who =
      n > 1 ? `${n} relevés ne sont pas encore envoyés. Ils restent` : '1 relevé n’est pas encore envoyé. Il reste'
    const end = n > 1 ? 'partiront' : 'partira'
    const text = `${who} sur cet appareil et ${end} quand vous vous y reconnecterez. Se déconnecter quand même\u00a0?`
    if (!confirm(text)) event.preventDefault()
  })
}
