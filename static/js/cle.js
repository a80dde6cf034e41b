// Passkeys, on the two pages that speak with one: the form says what the browser is to ask for (`data-options`, bytes in base64url), the
// answer goes into its hidden field, and the form is sent as any other. Without this script its button stays hidden.
const form = document.querySelector('form[data-cle]')

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (sign) => sign.charCodeAt(0))

function textOf(buffer) {
  const signs = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('')
  return btoa(signs).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

const keyed = (list) => (list || []).map((key) => Object.assign({}, key, { id: bytesOf(key.id) }))

/** The options of the page with bytes where browsers want bytes. */
function optionsOf(isNew) {
  const options = JSON.parse(form.dataset.options)
  options.challenge = bytesOf(options.challenge)
  if (isNew) {
    options.user.id = new TextEncoder().encode(options.user.id)
    options.excludeCredentials = keyed(options.excludeCredentials)
  } else options.allowCredentials = keyed(options.allowCredentials)
  return { publicKey: options }
}

function answerOf({ id, rawId, type, response }) {
  const names = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature']
  const told = {}
  for (const name of names) if (response[name]) told[name] = textOf(response[name])
  if (response.attestationObject && response.getTransports) told.transports = response.getTransports()
  return JSON.stringify({ id, rawId: textOf(rawId), type, response: told })
}

const SAYS = {
  NotAllowedError: 'La clé d’accès n’a pas répondu, ou la demande a été refusée. Recommencez quand vous voulez.',
  InvalidStateError: 'Cet appareil a déjà une clé d’accès pour ce compte.',
  SecurityError: 'Votre navigateur refuse les clés d’accès à cette adresse.',
  NotSupportedError: 'Cet appareil ne sait pas faire de clé d’accès pour ce site.',
}
const ELSE = 'Votre navigateur n’a pas pu se servir de la clé d’accès. Recommencez, ou prenez un autre moyen.'

if (form && window.isSecureContext && window.PublicKeyCredential && navigator.credentials) {
  const isNew = form.dataset.cle === 'create'
  const button = form.querySelector('button[type=submit]')
  const said = form.querySelector('[data-cle-dit]')
  const say = (text) => {
    said.textContent = text
    said.hidden = text === ''
  }
  button.hidden = false
  form.querySelector('[data-cle-sans]').hidden = true
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (button.disabled) return
    button.disabled = true
    say('')
    try {
      const options = optionsOf(isNew)
      const key = await (isNew ? navigator.credentials.create(options) : navigator.credentials.get(options))
      form.querySelector('input[name=cle]').value = answerOf(key)
      form.submit()
    } catch (error) {
      say(SAYS[error.name] || ELSE)
      button.disabled = false
    }
  })
}
