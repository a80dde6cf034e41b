// A password that is typed can be looked at: a button beside its field, made here so that a page without scripts has none. It is
// hidden again before it is sent, so that browsers know it for a password.
const WORDS = { password: 'Montrer', text: 'Cacher' }

function withButton(field) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'bouton'
  const word = button.appendChild(document.createElement('span'))
  const what = button.appendChild(document.createElement('span'))
  what.className = 'hors-ecran'
  what.textContent = '\u00a0le mot de passe'
  const set = (type) => {
    field.type = type
    word.textContent = WORDS[type]
  }
  button.addEventListener('click', () => set(field.type === 'password' ? 'text' : 'password'))
  if (field.form) field.form.addEventListener('submit', () => set('password'), true)
  const line = document.createElement('div')
  line.className = 'lieu'
  field.before(line)
  line.appendChild(field)
  line.appendChild(button)
  field.dataset.montrer = ''
  set('password')
}

function offer() {
  for (const field of document.querySelectorAll('input[type=password]:not([data-montrer])')) withButton(field)
}

offer()
document.addEventListener('htmx:afterSettle', offer)
