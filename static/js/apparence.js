// The switch of theme, text size and rows of the desk: applied at once, remembered in the cookies that the server reads before the next page.
const YEAR_S = 365 * 24 * 3600

document.addEventListener('change', (event) => {
  const form = event.target.closest('form[data-apparence]')
  if (!form) return
  for (const name of ['theme', 'taille', 'densite']) {
    const { value } = form.elements[name]
    document.documentElement.dataset[name] = value
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API came with Chromium 87
    document.cookie = `${name}=${value}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
  }
})
