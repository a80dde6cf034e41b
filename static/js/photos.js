// Sending photos of a register: a whole folder, one after the other by name, each with the copies that are made here. What is there
// already is not sent again, so that whoever was cut off begins anew and it goes on. Without scripts the form sends the files as they are.
import { copiesOf } from './photos-copies.js'
import { empreinteOf } from './photos-empreinte.js'

const MOST_BYTES = 15 * 1024 * 1024
const PHOTO = /\.(jpe?g|png|webp)$/i
/** The server refuses these by their first bytes, and says how to make photos of them. */
const OTHER = /\.(hei[cf]|avif|pdf|tiff?)$/i
const FIRST_BYTES = 4096
const TRIES = 6
const TOO_HEAVY = 'Cette photo dépasse 15\u00a0Mo. Enregistrez-la en JPEG de qualité moyenne, puis recommencez.'

const form = document.querySelector('form[data-photos]')
const collator = new Intl.Collator('fr', { numeric: true })
const pathOf = (file) => file.webkitRelativePath || file.name
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const count = (n, one, many) => `${n} ${n >= 2 ? many : one}`

/** A trouble that ends the sending: what was sent stays. */
class Stopped extends Error {}

function chosen() {
  const files = []
  for (const input of form.querySelectorAll('input[type=file]')) files.push(...input.files)
  // A folder also holds files that nobody thinks of.
  return files
    .filter((file) => PHOTO.test(file.name) || OTHER.test(file.name) || file.webkitRelativePath === '')
    .sort((a, b) => collator.compare(pathOf(a), pathOf(b)))
}

/** Where one reads how far it is. */
function panel() {
  const place = form.querySelector('[data-photos-suivi]')
  place.hidden = false
  place.textContent = ''
  const put = (tag, parent = place) => parent.appendChild(document.createElement(tag))
  const bar = put('progress')
  const line = put('p')
  line.setAttribute('role', 'status')
  bar.setAttribute('aria-label', 'Envoi des photos')
  const stop = put('button')
  stop.type = 'button'
  stop.className = 'bouton'
  stop.textContent = 'Arrêter'
  const list = put('ul')
  list.className = 'photos-refusees'
  return {
    stop,
    say(text) {
      line.textContent = text
    },
    reached(done, total) {
      bar.max = total
      bar.value = done
    },
    refused(name, why) {
      const item = put('li', list)
      put('strong', item).textContent = name
      item.append(`\u00a0: ${why}`)
    },
    end(text) {
      bar.remove()
      stop.remove()
      line.textContent = `${text} `
      const link = put('a', line)
      link.href = location.pathname
      link.textContent = 'Voir les vues'
    },
  }
}

async function presentes() {
  const answer = await fetch(`${form.dataset.photos}`, { credentials: 'same-origin' })
  if (!answer.ok || !/json/.test(answer.headers.get('content-type'))) throw new Stopped(await wordsOf(answer))
  return new Set((await answer.json()).debuts)
}

/** The sentence of a page that refuses. */
async function wordsOf(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const sentence = page.querySelector('.refus h1 + p') || page.querySelector('main p')
  if (answer.redirected) return 'Votre session est terminée\u00a0: connectez-vous de nouveau, puis recommencez.'
  return sentence ? sentence.textContent.trim() : `Le serveur a répondu ${answer.status}.`
}

/** A photo as it goes to the server; `skip` where it is there, `refused` where it needs no question. */
async function prepared(file, known, keeps) {
  if (file.size > MOST_BYTES) return { file, refused: TOO_HEAVY }
  const body = new FormData()
  body.append('_csrf', form.elements._csrf.value)
  body.append('nom', file.name)
  if (OTHER.test(file.name)) {
    body.append('images', file.slice(0, FIRST_BYTES), file.name)
    return { file, body }
  }
  const empreinte = await empreinteOf(file)
  if (known.has(empreinte.slice(0, 16))) return { file, skip: true }
  const copies = await copiesOf(file)
  const readable = copies?.[2000]
  if (keeps) body.append('garder_original', '1')
  body.append('empreinte', empreinte)
  if (keeps || !readable) body.append('images', file, file.name)
  if (readable) body.append('copie_2000', readable, 'copie-2000.jpg')
  if (copies?.[320]) body.append('copie_320', copies[320], 'copie-320.jpg')
  return { file, body, empreinte }
}

const BUSY = [502, 503, 504]

/** Undefined without a line. */
async function answerTo(body) {
  const headers = { Accept: 'application/json', 'HX-Request': 'true' }
  try {
    return await fetch(form.action, { method: 'POST', body, credentials: 'same-origin', headers })
  } catch {
    return undefined
  }
}

const isBusy = (answer) => answer === undefined || BUSY.includes(answer.status)

async function send(body) {
  for (let n = 1; ; n += 1) {
    const answer = await answerTo(body)
    if (answer && /json/.test(answer.headers.get('content-type'))) return answer.json()
    if (!isBusy(answer)) throw new Stopped(await wordsOf(answer))
    if (n >= TRIES) throw new Stopped('Le site ne répond pas.')
    await pause(1000 * 2 ** (n - 1))
  }
}

async function sendAll(files, shown, told) {
  const keeps = Boolean(form.elements.garder_original?.checked)
  const known = await presentes()
  // The copies of the next one are made while this one is on its way.
  let next = prepared(files[0], known, keeps)
  for (let n = 0; n < files.length; n += 1) {
    shown.reached(n, files.length)
    shown.say(`Photo ${n + 1} sur ${files.length}\u00a0: ${files[n].name}`)
    const one = await next
    if (n + 1 < files.length) {
      next = prepared(files[n + 1], known, keeps)
      next.catch(() => {})
    }
    if (told.isStopped) throw new Stopped('Envoi arrêté.')
    await sendOne(one, known, shown, told)
  }
}

async function sendOne(one, known, shown, told) {
  if (one.skip) told.there += 1
  const motif = one.refused
  const outcome = one.body ? await send(one.body) : { etat: motif ? 'refusee' : '', motif }
  if (outcome.etat === 'ajoutee') told.added += 1
  if (outcome.etat === 'double') told.there += 1
  if (outcome.etat !== 'refusee' && one.empreinte) known.add(one.empreinte.slice(0, 16))
  if (outcome.etat !== 'refusee') return
  told.refused += 1
  shown.refused(one.file.name, outcome.motif)
  if (outcome.plein) throw new Stopped('Il n’y a plus de place.')
}

function summary({ added, there, refused }) {
  const parts = [count(added, 'photo ajoutée', 'photos ajoutées')]
  if (there > 0) parts.push(count(there, 'était déjà là', 'étaient déjà là'))
  if (refused > 0) parts.push(count(refused, 'refusée', 'refusées'))
  return `${parts.join(', ')}.`
}

const leaving = (event) => {
  event.preventDefault()
  event.returnValue = ''
}

async function start(event) {
  event.preventDefault()
  const files = chosen()
  const shown = panel()
  if (files.length === 0) return shown.end('Choisissez d’abord des photos.')
  const told = { added: 0, there: 0, refused: 0, isStopped: false }
  const button = form.querySelector('[type=submit]')
  button.disabled = true
  shown.stop.addEventListener('click', () => {
    told.isStopped = true
  })
  addEventListener('beforeunload', leaving)
  try {
    await sendAll(files, shown, told)
    shown.end(summary(told))
  } catch (error) {
    const why = error instanceof Stopped ? error.message : 'Le navigateur n’a pas pu lire un fichier.'
    shown.end(`${why} ${summary(told)} Envoyez de nouveau les mêmes photos\u00a0: celles qui sont là ne repartent pas.`)
  } finally {
    removeEventListener('beforeunload', leaving)
    button.disabled = false
  }
}

/** A second field takes a whole folder. */
function offerFolder() {
  const field = form.querySelector('[data-photos-dossier]')
  if (field && 'webkitdirectory' in field.querySelector('input')) field.hidden = false
}

if (form && window.createImageBitmap && window.fetch && HTMLCanvasElement.prototype.toBlob) {
  offerFolder()
  form.addEventListener('submit', start)
}
