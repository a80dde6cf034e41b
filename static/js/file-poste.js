// The desk without a line: a save goes into the queue of this device (file-depot.js), and the form of the next record is there at once,
// made here (file-suite.js). Each save is in that queue until it is answered: whoever falls over meanwhile, it is stored, once.
import { census, giveBack, hold, isQueued as isWaiting, keep, mint, newest, settle } from './file-depot.js'
import { chain, entryOf, pairsOf, setPlace, standing, unmark } from './file-formulaire.js'
import { Queue } from './file-liste.js'
import { nextForm } from './file-suite.js'
import { newRecord } from './saisie-brouillon.js'
import { read, tokenOf, write } from './saisie-champs.js'
import { isIdem, NOTHING_BEFORE } from './saisie-signes.js'
import { nextRecord } from './saisie-suite.js'

/** Longer than the form waits for its answer (hx-request). */
const ANSWER_MS = 15_000
const IN_HAND_MS = 120_000
/** An answer later than that is known to other pages, and to who logs out. */
const LATE_MS = 1000
/** Browsers may ask the person whether to keep what this site stores: once. */
const ASKED = 'releves.garde'
const FULL = 'Le serveur ne répond pas, et cet appareil n’a plus de place\u00a0: ce relevé attend dans son formulaire.'

const REPLACED = 'Ce relevé avait été corrigé dans un autre onglet\u00a0: votre correction l’a remplacé.'

/** The queue is for new records; a change of a stored one waits in its form. */
const isQueued = (form) => form.dataset.regles !== undefined

/** Methods of the desk. */
export const queueing = {
  /** The queue of this person; while a record of it is being corrected, `aside` is what stood on the desk. */
  file: null,
  aside: null,
  /** As it was taken out of the queue, its `rev`. */
  taken: null,
  heldUntil: 0,
  hasWaited: false,
  isSave: true,
  /** The save on its way, as the queue has it; when others hear of it, or that they have (0). */
  kept: null,
  late: null,

  openQueue() {
    const { form } = this
    if (!isQueued(form) || this.file) return
    this.file = new Queue({
      person: form.dataset.utilisateur,
      csrf: () => tokenOf(this.form),
      place: document.querySelector('[data-file]'),
      isHere: ({ source }) => source === this.form.dataset.source,
      correct: (jeton) => this.correct(jeton),
      told: (sentence, what) => this.toldOfQueue(sentence, what),
    })
    const [, asked] = /^#file=(\w+)$/.exec(location.hash) || []
    this.file
      .refresh()
      .then(() => asked && this.correct(asked))
      .then(() => this.file.send())
  },

  /** A stored record that is corrected here meanwhile waits in its form. */
  isQueueing() {
    return this.file !== null && isQueued(this.form)
  },

  toldOfQueue(sentence, what) {
    const isOver = what === 'rest' && this.hasWaited
    this.hasWaited = what !== 'rest'
    if (isOver) this.refreshRecent()
    if ((sentence || isOver) && !this.releve.isNew && !this.onItsWay)
      this.sayWaiting(sentence || 'Tout ce qui attendait est enregistré.')
  },

  /** With the way to the list, which is below the form. */
  sayWaiting(sentence) {
    this.say(sentence, this.file.waiting > 0 ? { label: 'Voir', run: () => this.file.show() } : null)
  },

  /** The last records and the way to the one before, as the server has them now. */
  async refreshRecent() {
    try {
      const headers = { 'HX-Request': 'true' }
      const answer = await fetch(`/sources/${this.form.dataset.source}/releves/nouveau`, {
        credentials: 'same-origin',
        headers,
      })
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const recent = page.getElementById('saisie-recents')
      if (recent) document.getElementById('saisie-recents').replaceWith(document.importNode(recent, true))
      const [here, there] = [this.form, page].map((root) => root.querySelector('a[rel="prev"]'))
      if (here && there && here.hash === '#file') here.href = there.getAttribute('href')
    } catch (_offline) {
      // They are told by the next page.
    }
  },

  /** Has this save to wait behind others, or is there no line at all? Else it is kept here until it is answered. */
  queuesFirst(event) {
    const { form } = this
    if (!this.isQueueing()) return false
    if (navigator.onLine !== false && !this.aside && this.file.waiting === 0) {
      const entry = entryOf(form, Date.now() + ANSWER_MS)
      // In the same breath, but after it has gone.
      this.kept = Promise.resolve()
        .then(() => keep(entry))
        .catch(() => null)
      this.late = setTimeout(() => {
        this.late = 0
        census()
      }, LATE_MS)
      return false
    }
    event.preventDefault()
    if (!this.lacks()) this.enqueue()
    return true
  },

  /** A field that has to be filled in, or that repeats nothing, is told now: nobody would like to hear of it tomorrow. */
  lacks() {
    const fields = Array.from(this.form.elements).filter(({ disabled }) => !disabled)
    const missing = fields.find((field) => isIdem(field) || (field.required && field.value.trim() === ''))
    if (!missing) return false
    this.stopWaiting()
    missing.focus()
    this.say(isIdem(missing) ? NOTHING_BEFORE : 'Ce champ est obligatoire.')
    return true
  },

  /** It was answered: it is stored, or in its form. */
  async unqueue(isStored) {
    const { late } = this
    clearTimeout(late)
    const kept = this.kept && (await this.kept)
    this.kept = null
    if (kept) await (isStored ? settle(kept, '') : giveBack(kept))
    if (this.file && (late === 0 || this.file.waiting > 0)) this.file.refresh()
  },

  /**
   * Two pages may bear one token: a tab that was duplicated, a page that came out of the cache when its address was opened without a
   * line. The record of the other one must not be overwritten.
   */
  async isOfAnotherPage({ jeton, brouillon }) {
    const kept = this.kept && (await this.kept)
    return this.form.dataset.corrige === undefined && brouillon !== jeton && kept?.jeton !== jeton && isWaiting(jeton)
  },

  async enqueue() {
    const { form, releve } = this
    const isBare = releve.button && releve.button.dataset.sansReprise !== undefined
    const entry = entryOf(form, 0)
    // After the events of the answer that brought us here, which let the fields take keys again.
    await null
    this.onItsWay = form
    if (await this.isOfAnotherPage(entry)) entry.jeton = mint()
    const kept = await keep(entry).catch(() => null)
    this.onItsWay = null
    if (!kept) {
      this.wait()
      this.hang(FULL)
      return
    }
    document.activeElement.blur()
    this.stopWaiting()
    this.forget()
    const isOver = this.aside && kept.rev > this.taken + 1
    const isInserted = form.dataset.apres !== undefined && !this.aside
    // « Enregistrer, et insérer un acte à sa suite »
    const isChained = isInserted && releve.button?.value === 'inserer'
    unmark(form, isChained)
    this.putNext(entry, isBare, isChained)
    this.file.waiting += 1
    this.sayWaiting(this.file.sentence())
    if (isOver) this.hang(REPLACED)
    if (isInserted && !isChained) this.hang('La saisie reprend à la fin du registre.')
    this.begin()
    if (navigator.storage?.persist && !read(ASKED)) {
      write(ASKED, '1')
      navigator.storage.persist()
    }
    await this.file.refresh()
    this.file.send()
  },

  /** The form of the next record; after a correction that which it had put aside. */
  putNext({ valeurs, jeton }, isBare, isChained) {
    const { form, aside } = this
    const { regles, defauts } = form.dataset
    // An act inserted in the midst of the register gives the one at its end nothing.
    const isAlone = form.dataset.apres !== undefined && !isChained
    const next = nextForm(JSON.parse(regles), JSON.parse(defauts), isAlone ? [] : valeurs, isBare)
    const { forme, auteur } = standing(form)
    if (!isChained) setPlace(form, aside ? aside.form : {})
    const suit = isAlone ? undefined : jeton
    nextRecord(form, aside ? aside.form : Object.assign(next, { cle: mint(), forme, auteur, precedent: '#file', suit }))
    if (isChained) chain(form, jeton)
    if (aside) Object.assign(this.releve, { isNew: aside.isNew, isSafe: false })
    if (aside && aside.form.corrige !== undefined) form.dataset.corrige = ''
    this.aside = null
    this.keepNow()
  },

  /** Takes a record that waits back into the form; what stands there comes back after it. */
  async correct(jeton) {
    const entry = await hold(jeton, IN_HAND_MS, (one) => this.isOfForm(one))
    if (!entry) {
      this.say('Ce relevé vient d’être envoyé.')
      this.file.refresh()
      return
    }
    const { form } = this
    const stood = standing(form)
    // One that was being corrected goes as it stands now.
    const isLeft = this.aside && this.releve.isNew && (await keep(entryOf(form, 0)).catch(() => null))
    if (isLeft) this.forget()
    else this.keepNow()
    this.stopTimers()
    this.aside = this.aside || { form: stood, isNew: this.releve.isNew }
    this.releve = newRecord()
    this.taken = entry.rev
    const valeurs = pairsOf(entry.valeurs)
    unmark(form)
    setPlace(form, { apres: valeurs.apres, brouillon: entry.brouillon })
    const { avant, suit } = entry
    nextRecord(form, Object.assign({}, stood, { cle: jeton, valeurs, repris: [], avant, suit }))
    form.dataset.corrige = ''
    this.say('Relevé en attente, repris pour être corrigé.')
    this.begin()
  },

  /** Another person's, or another source's, is none of this form's: the address of a page outlives whoever opened it. */
  isOfForm({ personne, source }) {
    const { dataset } = this.form
    return personne === dataset.utilisateur && source === dataset.source
  },

  /** The record before the one in hand waits still. */
  async correctLast() {
    const [last] = await newest(this.form.dataset.utilisateur, 1, { isWanted: (one) => this.isOfForm(one) })
    this.correct(last ? last.jeton : '')
  },

  /** The record in hand waits: it does not go as it was while it is being corrected. */
  holdOn() {
    if (!this.aside || Date.now() < this.heldUntil - IN_HAND_MS / 2) return
    this.heldUntil = Date.now() + IN_HAND_MS
    hold(this.form.dataset.cle, IN_HAND_MS)
  },
}
