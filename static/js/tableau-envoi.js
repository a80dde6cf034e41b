// Rows on their way: one after the other, in the order in which they were left, so that the register keeps its order. What is not stored
// is kept in this browser until it is; without a line it waits and goes by itself. The token of a new row sees to it that it is
// stored once.
import { tokenOf } from './saisie-champs.js'
import { keepText, keptTexts } from './tableau-garde.js'
import { newKey, showLinks, showState, showStored } from './tableau-lignes.js'
import { isChanged, valuesOfRow } from './tableau-valeurs.js'

const RETRY_MS = 5000
const TIMEOUT_MS = 10_000

const prefixOf = ({ dataset }) => `releves.tableau.${dataset.utilisateur}.${dataset.source}.`
const hidden = (form, name) => (form.elements[name] ? form.elements[name].value : '')

/** Keeps a row in this browser. `isLeft`: it was to be stored, and goes by itself when the page comes back. */
export function keepLine(form, line, isLeft) {
  const { id, version, cle, valeurs, apres } = line
  const entry = { id, version, cle, valeurs, apres, isLeft, vue: hidden(form, '_vue'), at: Date.now() }
  const { isWritten, onDisk } = keepText(prefixOf(form) + cle, JSON.stringify(entry))
  line.onDisk = onDisk
  return isWritten
}

export const dropLine = (form, { cle }) => void keepText(prefixOf(form) + cle, null)

/** Rows of this source that were not stored, the oldest first. */
export const keptLines = (form) => keptTexts(prefixOf(form))

/** A field that the register does not give has no value to send. */
function dropSilent(body, { valeurs }) {
  for (const name of Object.keys(valeurs)) {
    const [, nom] = /^etats\[(.+)\]$/.exec(name) || []
    if (!nom || !/^(illisible|absent)$/.test(valeurs[name])) continue
    for (const other of [`data[${nom}]`, `data[${nom}][valeur]`, `texte:data[${nom}]`]) body.delete(other)
  }
}

export function bodyOf(form, line, columns) {
  const body = new URLSearchParams({ _csrf: tokenOf(form), _colonnes: columns.join(' '), version: line.version })
  for (const name of ['_auteur', '_forme_de', '_source', '_tableau', '_vue', '_page'])
    body.append(name, hidden(form, name))
  if (!line.id) body.append('_envoi', line.cle)
  if (!line.id && line.apres) body.append('apres', line.apres)
  for (const name of Object.keys(line.valeurs)) body.append(name, line.valeurs[name])
  dropSilent(body, line)
  return body
}

/** Sends a row; gives what the server said, null where it said nothing. */
async function post(form, line, columns) {
  const { source } = form.dataset
  const path = line.id ? `/releves/${line.id}` : `/sources/${source}/releves`
  const headers = { 'HX-Request': 'true', 'X-CSRF-Token': tokenOf(form) }
  // A line that is cut without a word.
  const cut = new AbortController()
  const timer = setTimeout(() => cut.abort(), TIMEOUT_MS)
  try {
    const body = bodyOf(form, line, columns)
    const options = { method: 'POST', credentials: 'same-origin', signal: cut.signal, headers, body }
    const answer = await fetch(path, options)
    // Somebody's network answers in our place, with a page of its own.
    if (answer.status < 400 && !answer.headers.get('X-Request-Id')) return null
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    return { status: answer.status, table: page.getElementById('grille-reponse') }
  } catch (_offline) {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** A draft on the server too: it comes back at another computer. Nothing waits for the answer. */
export function draft(form, { id, version, cle, valeurs, apres }) {
  const { source } = form.dataset
  const body = new URLSearchParams({ _csrf: tokenOf(form), source, releve: id || '', cle, version })
  for (const name of Object.keys(valeurs)) body.append(name, valeurs[name])
  if (!id && apres) body.append('apres', apres)
  const headers = { 'X-CSRF-Token': tokenOf(form), 'HX-Request': 'true' }
  fetch('/brouillons', { method: 'POST', credentials: 'same-origin', headers, body }).catch(() => undefined)
}

const NOT_STORED = 'Rien n’est enregistré. La ligne est gardée sur cet appareil.'
const REFUSED = {
  401: 'Votre session est terminée : reconnectez-vous dans un autre onglet, les lignes partiront ensuite.',
  403: 'La saisie est fermée dans cette source, ou votre session a changé : rechargez la page. Vos lignes sont gardées.',
}

/** Methods of the table. */
export const sending = {
  /** A row is left: it goes once those before it are gone. */
  send(line) {
    line.etat = 'envoi'
    line.avis = ''
    line.choisir = ''
    keepLine(this.form, line, true)
    showState(line)
    if (!this.queue.includes(line)) this.queue.push(line)
    this.work()
  },

  async work() {
    if (this.isWorking) return
    if (this.queue.length === 0) {
      this.goAway()
      return
    }
    this.isWorking = true
    clearTimeout(this.timer)
    let isHeard = true
    while (isHeard && this.queue.length > 0) {
      const [line] = this.queue
      const sent = JSON.stringify(line.valeurs)
      this.place(line)
      // Were it stored and the browser killed, a copy of it half typed would come back as a new row.
      await line.onDisk
      const answer = await post(this.form, line, this.columns)
      isHeard = answer !== null && !/401|429|5../.test(answer.status)
      if (!isHeard) await this.wait(answer)
      else {
        this.queue.shift()
        this.answered(line, answer, sent)
      }
    }
    this.isWorking = false
    this.tellQueue()
    this.goAway()
  },

  /** To the page that was asked for: not while a row is refused, or waits for a line. */
  goAway() {
    const { whenSent } = this
    this.whenSent = null
    const isLeft = this.queue.length > 0 || this.lines().some(({ etat }) => etat !== '')
    if (whenSent && !isLeft) whenSent()
  },

  /** A new row that stands before stored ones goes to its place in the register. */
  place(line) {
    const all = this.lines()
    const at = all.indexOf(line)
    const isFollowed = this.form.dataset.suivi !== undefined || all.slice(at + 1).some(({ id }) => id)
    if (line.id || !(line.isInserted || isFollowed)) return
    const above = all
      .slice(0, at)
      .reverse()
      .find(({ id }) => id)
    if (above) line.apres = above.id
  },

  async wait(answer) {
    this.hang(answer ? REFUSED[answer.status] || '' : '')
    // A row that is said to wait outlives the browser.
    await Promise.all(this.queue.map(({ onDisk }) => onDisk))
    for (const line of this.queue) Object.assign(line, { etat: 'attente' })
    this.queue.forEach(showState)
    this.timer = setTimeout(() => this.work(), RETRY_MS)
  },

  answered(line, { status, table }, sent) {
    const {
      erreurs = '{}',
      avis = table ? '' : REFUSED[status] || NOT_STORED,
      choisir = '',
      deja,
    } = table?.dataset || {}
    const tr = table?.querySelector('tr')
    // Somebody else changed meanwhile what this very form had made.
    const isOvertaken = status === 409 || (deja !== undefined && Number(tr.dataset.version) > 1)
    line.etat = isOvertaken ? 'conflit' : status === 200 ? '' : 'refus'
    Object.assign(line, { erreurs: JSON.parse(erreurs), avis, choisir })
    if (isOvertaken) this.overtaken(line, tr)
    else if (tr && status === 200) this.stored(line, tr, deja !== undefined, sent)
    this.goOn(line)
    showState(line)
    this.refreshed(line)
  },

  /** Sends what was typed while the row was on its way; a refused row is kept on the server as well. */
  goOn(line) {
    if (line.etat === '' && isChanged(line) && line !== this.live) this.send(line)
    if (line.etat === 'refus') draft(this.form, line)
  },

  /** The answer to a row was lost with its page: the page has it already, and the row that came back takes its place. */
  dropTwin(line, id) {
    const twin = this.lines().find((one) => one !== line && one.id === id)
    if (!twin || twin === this.live) return
    twin.tr.before(line.tr)
    this.byRow.delete(twin.tr)
    twin.tr.remove()
  },

  /** Another version counts until somebody decides: Escape takes it, the link shows both. */
  overtaken(line, tr) {
    if (!tr) {
      // Deleted: what was typed may be stored as a new row.
      Object.assign(line, { id: null, version: 0, cle: newKey(), etat: 'refus', depart: {} })
      return
    }
    const id = Number(tr.dataset.ligne)
    line.theirs = { version: Number(tr.dataset.version), depart: valuesOfRow(this.form, tr) }
    line.id = id
    line.choisir = line.choisir || `/releves/${id}/modifier?brouillon=r${id}`
  },

  /** The server's row. `isOther`: it holds other values than those that were sent, which stay in the row. */
  stored(line, tr, isOther, sent) {
    const isTyped = isOther || JSON.stringify(line.valeurs) !== sent
    const id = Number(tr.dataset.ligne)
    this.dropTwin(line, id)
    if (line.cle !== `r${id}`) {
      dropLine(this.form, line)
      line.cle = `r${id}`
    }
    Object.assign(line, {
      id,
      version: Number(tr.dataset.version),
      depart: valuesOfRow(this.form, tr),
      apres: undefined,
    })
    Object.assign(line.tr.dataset, { ligne: id, version: line.version })
    line.tr.id = `ligne-${id}`
    showLinks(this.form, line)
    const head = line.tr.querySelector('th')
    if (!head.querySelector('a')) head.replaceWith(document.importNode(tr.querySelector('th'), true))
    if (isTyped) keepLine(this.form, line, !isOther)
    else {
      line.valeurs = line.depart
      dropLine(this.form, line)
      showStored(line.tr, tr)
    }
  },

  tellQueue() {
    const n = this.queue.length
    const refused = this.lines().filter(({ etat }) => etat === 'refus' || etat === 'conflit').length
    if (n > 0)
      this.say(
        `Hors connexion : ${n} ligne${n > 1 ? 's attendent' : ' attend'}, gardée${n > 1 ? 's' : ''} sur cet appareil.`,
      )
    else if (refused > 0) this.say(`${refused} ligne${refused > 1 ? 's' : ''} à revoir.`)
    else
      this.say(
        `Enregistré à ${new Date().toLocaleTimeString('fr-FR', { hour: 'numeric', minute: '2-digit' }).replace(':', ' h ')}`,
      )
    if (n === 0) this.hang('')
  },
}
