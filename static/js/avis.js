// A request of htmx that failed changes nothing on the page: say so, in words, in the place of the flash message.
const NNBSP = '\u202f'
const SENTENCES = {
  401: `Votre session est terminée${NNBSP}; rechargez la page pour vous reconnecter.`,
  403: 'Vous n’avez pas le droit de faire cela, ou votre session est terminée. Rechargez la page.',
  404: 'Cet élément n’existe plus. Rechargez la page.',
  413: 'Ce que vous envoyez est trop volumineux.',
  429: 'Trop de demandes en peu de temps. Attendez un moment, puis recommencez.',
  // The sent form may have been stored before the database fell silent.
  503: `Le serveur ne peut pas répondre pour l’instant. Rechargez la page dans un moment${NNBSP}: elle dira ce qui est enregistré.`,
}

function tell(sentence) {
  const place = document.getElementById('flash')
  if (!place) return
  const line = document.createElement('p')
  line.className = 'flash flash-err'
  line.textContent = sentence
  place.textContent = ''
  place.appendChild(line)
  line.scrollIntoView({ block: 'nearest' })
}

document.addEventListener('htmx:responseError', (event) => {
  const { status } = event.detail.xhr
  tell(SENTENCES[status] || 'Le serveur n’a pas pu répondre. Rien n’a été changé. Recommencez dans un moment.')
})
document.addEventListener('htmx:sendError', () => {
  tell('Le serveur ne répond pas. Vérifiez votre connexion, puis recommencez.')
})
document.addEventListener('htmx:timeout', () => {
  tell('Le serveur met trop de temps à répondre. Recommencez dans un moment.')
})
