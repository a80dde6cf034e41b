// A map weighs more than the rest of its page: it comes when it is asked for, by a button before [data-carte-ouvrir="its words"].
// The addresses of its style and script stand in <meta name="carte"> (ui/layout.tsx); the script shows every map of the page.

const load = (tag, attributes) =>
  new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(tag), attributes, { onload: resolve })
    element.onerror = () => {
      element.remove()
      reject(new Error(attributes.src || attributes.href))
    }
    document.head.appendChild(element)
  })

async function open(button, map) {
  const { content, dataset } = document.querySelector('meta[name="carte"]')
  button.disabled = true
  try {
    await load('link', { rel: 'stylesheet', href: dataset.style })
    await load('script', { src: content })
    button.parentElement.remove()
    map.focus()
  } catch (_offline) {
    button.disabled = false
    button.textContent = 'La carte n’a pas pu être chargée\u00a0: réessayer'
  }
}

for (const map of document.querySelectorAll('[data-carte-ouvrir]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'bouton'
  button.textContent = map.dataset.carteOuvrir
  button.addEventListener('click', () => open(button, map))
  const line = document.createElement('p')
  line.appendChild(button)
  map.before(line)
}
