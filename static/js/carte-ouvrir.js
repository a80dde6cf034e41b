// A map weighs more than the rest of its page: it comes when it is asked for, by a button before [data-carte-ouvrir="its words"];
// on the page of the map itself ([data-carte-aussitot]) once the page is there.
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

async function open(button, map, isAsked) {
  const { content, dataset } = document.querySelector('meta[name="carte"]')
  button.disabled = true
  try {
    // The style first: a map measures itself as soon as it is made.
    await Promise.all([load('link', { rel: 'stylesheet', href: dataset.style }), fetch(content)])
    await load('script', { src: content })
    button.parentElement.remove()
    if (isAsked) map.focus()
  } catch (_offline) {
    button.parentElement.hidden = false
    button.disabled = false
    button.textContent = 'La carte n’a pas pu être chargée\u00a0: réessayer'
  }
}

for (const map of document.querySelectorAll('[data-carte-ouvrir]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'bouton'
  button.textContent = map.dataset.carteOuvrir
  button.addEventListener('click', () => open(button, map, true))
  const line = document.createElement('p')
  line.appendChild(button)
  map.before(line)
  if (map.dataset.carteAussitot === undefined) continue
  line.hidden = true
  open(button, map, false)
}
