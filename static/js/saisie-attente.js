// A save that finds no line waits and goes by itself, once: the token of the form sees to it. Typing takes it out of its wait.
import { keepLocal } from './saisie-brouillon.js'
import { saveButton } from './saisie-champs.js'

const RETRY_MS = 5000

/** Methods of the desk. */
export const waiting = {
  wait() {
    const { form, releve } = this
    clearTimeout(releve.waits)
    Object.assign(releve, { isSafe: keepLocal(form), waits: setTimeout(() => this.again(), RETRY_MS) })
    this.say('Hors connexion\u00a0: 1 relevé attend')
    this.hang('Le serveur ne répond pas. Ce relevé attend\u00a0: il partira de lui-même dès que la ligne sera revenue.')
  },

  stopWaiting() {
    clearTimeout(this.releve.waits)
    this.releve.waits = null
    this.hang('')
  },

  /** Perhaps the line is back. */
  again() {
    const { form, releve } = this
    if (!releve.waits || !form.isConnected) return
    clearTimeout(releve.waits)
    if (!form.hasAttribute('hx-post')) this.stopWaiting()
    const { button } = releve
    const same = button && form.contains(button) ? button : saveButton(form)
    same.click()
  },
}
