// Shows what waits on this device: a line that opens on the records themselves, newest first; how many other people have, and no more.
import { census, discard, FLAG, hold, newest } from './file-depot.js'
import { Sender } from './file-envoi.js'

const SHOWN = 50
const STATES = { line: 'Hors connexion', session: 'Session terminée', envoi: 'Envoi en cours', late: 'À renvoyer' }

const waitingWords = (n, whose = '') => `${n} ${n > 1 ? 'relevés' : 'relevé'}${whose} ${n > 1 ? 'attendent' : 'attend'}`

/** A record goes by its names, else by what stands first in it. */
export function titleOf({ valeurs }) {
  const values = new Map(valeurs)
  const names = ['data[nom]', 'data[prenom]'].map((name) => (values.get(name) || '').trim()).filter(Boolean)
  const isSaid = ([name, value]) => /^data\[\w+\](\[valeur\])?$/.test(name) && value.trim() !== ''
  return (
    names.join(' ') ||
    valeurs
      .filter(isSaid)
      .slice(0, 2)
      .map(([, value]) => value.trim())
      .join(' ') ||
    'Sans nom'
  )
}

function element(tag, text, more) {
  const made = document.createElement(tag)
  made.textContent = text
  return Object.assign(made, more)
}

/** Puts `made` in the place of what is shown: whatever says the same stays, for a mouse may be down on it. */
function replace(shown, made) {
  let at = shown.firstChild
  for (const node of Array.from(made.childNodes)) {
    const isList = node.tagName === 'UL'
    let same = at
    while (same && !same.isEqualNode(node) && !(isList && same.tagName === 'UL')) same = same.nextSibling
    if (!same) shown.insertBefore(node, at)
    else {
      at = dropUntil(at, same)
      if (isList) replace(same, node)
    }
  }
  dropUntil(at, null)
}

/** Takes away all before `end`; gives what follows it. */
function dropUntil(at, end) {
  for (let gone = at; gone !== end; ) {
    const next = gone.nextSibling
    gone.remove()
    gone = next
  }
  return end?.nextSibling
}

const button = (text, onclick) => element('button', text, { type: 'button', className: 'bouton-texte', onclick })
const clock = (at) => new Date(at).toLocaleTimeString('fr-FR', { hour: 'numeric', minute: '2-digit' })

/** Shows and sends what waits for one person, in `place`. */
export class Queue {
  /**
   * `isHere(entry)`: is its form on this page? Then `correct(jeton)` takes it back, elsewhere a link leads there. `told(sentence, what)`:
   * each time that something becomes of it.
   */
  constructor({ person, csrf, place, isHere, correct, told }) {
    const state = { what: '', waiting: 0, refused: 0, others: [], drafts: [], looks: 0, list: null }
    Object.assign(this, { person, place, isHere, correct, told }, state)
    this.sender = new Sender(person, csrf, (...news) => this.heard(...news))
    window.addEventListener('online', () => this.send())
    // Another tab has kept, sent or corrected one.
    window.addEventListener('storage', ({ key }) => key === FLAG && this.refresh())
  }

  send(isAsked) {
    return this.sender.again(isAsked)
  }

  async heard(what, entry, answer) {
    if (what === 'draft') this.drafts.push(`${titleOf(entry)}\u00a0: ${answer.motif}`)
    if (what === 'envoi' && this.what === what) return
    if (STATES[what]) this.what = what
    await this.refresh()
    this.told(this.sentence(), what)
  }

  sentence() {
    const { what, waiting, refused, drafts } = this
    if (waiting > 0) return `${STATES[what || 'line']}\u00a0: ${waitingWords(waiting)}`
    const n = refused + drafts.length
    return n > 0 ? `${n} ${n > 1 ? 'relevés refusés' : 'relevé refusé'}` : ''
  }

  async refresh() {
    this.looks += 1
    const look = this.looks
    const people = await census()
    // A later look knows more.
    if (look !== this.looks) return
    const own = people.find(([one]) => String(one) === String(this.person)) || [0, '', 0, 0]
    Object.assign(this, { waiting: own[2], refused: own[3], others: people.filter((one) => one !== own) })
    await this.draw()
  }

  async draw() {
    const { place, refused, others, drafts } = this
    place.hidden = this.waiting + refused + others.length + drafts.length === 0
    if (place.hidden) {
      this.list = null
      place.textContent = ''
      return
    }
    if (!this.list) this.begin()
    const { list } = this
    const words = [this.sentence(), ...others.map(([, name, n, m]) => waitingWords(n + m, ` de ${name}`))]
    list.firstChild.textContent = words.filter(Boolean).join(' · ')
    // A refusal is told at once.
    const told = refused + drafts.length
    if (told > Number(list.dataset.dit || 0)) list.open = true
    list.dataset.dit = told
    if (list.open) replace(list.lastChild, await this.body())
  }

  show() {
    this.list.open = true
    this.list.firstChild.focus()
    this.list.scrollIntoView({ block: 'nearest' })
  }

  begin() {
    this.list = element('details', '', { className: 'file' })
    this.list.append(element('summary', ''), element('div', ''))
    this.list.addEventListener('toggle', ({ target }) => target.open && this.refresh())
    this.place.textContent = ''
    this.place.append(this.list)
  }

  async body() {
    const { what, drafts, waiting, person } = this
    const made = element('div', '')
    if (what === 'session') {
      const href = `/login?suite=${encodeURIComponent(location.pathname)}`
      made.append(element('a', 'Reconnectez-vous pour les envoyer', { href }))
    }
    if (drafts.length > 0) {
      const one = '1 relevé refusé est devenu un brouillon'
      const text = drafts.length > 1 ? `${drafts.length} relevés refusés sont devenus des brouillons` : one
      const told = element('p', '')
      told.append(element('a', text, { href: '/brouillons' }), `\u00a0: ${drafts.slice(-SHOWN).join(' · ')}`)
      made.append(told)
    }
    const list = document.createElement('ul')
    const entries = [await newest(person, SHOWN, { isRefused: true }), await newest(person, SHOWN)]
    list.append(...entries.flatMap((some) => some.map((entry) => this.line(entry))))
    made.append(list)
    if (waiting > SHOWN) made.append(element('p', `et ${waiting - SHOWN} plus anciens`))
    if (waiting > 0) made.append(button('Envoyer maintenant', () => this.send(true)))
    return made
  }

  line(entry) {
    const { jeton, source, at, motif } = entry
    const late = this.sender.isLate(entry) ? ', erreur du serveur, il sera renvoyé' : ''
    const item = element('li', `${titleOf(entry)}, ${clock(at)}${late} `)
    // Two acts of one title are not one.
    item.dataset.jeton = jeton
    if (motif) item.append(`refusé\u00a0: ${motif} `)
    if (this.isHere(entry)) item.append(button('Corriger', () => this.correct(jeton)))
    else item.append(element('a', 'Corriger', { href: `/sources/${source}/releves/nouveau#file=${jeton}` }))
    if (!motif) return item
    const throwAway = async () => {
      if (confirm('Jeter ce relevé\u00a0? Il n’est nulle part ailleurs.')) await discard(jeton)
      this.refresh()
    }
    const sendAgain = async () => {
      await hold(jeton, 0)
      this.send()
    }
    item.append(' ', button('Renvoyer', sendAgain), ' ', button('Jeter', throwAway))
    return item
  }
}
