// On the pages that are no desk, where something waits on this device (file-rappel.js loads this): the same line, and it goes from here too.
import { Queue } from './file-liste.js'
import './tableau-rappel.js'

const out = document.querySelector('form[action="/logout"]')
const place = document.createElement('div')
document.getElementById('flash').after(place)
const queue = new Queue({
  person: out.dataset.utilisateur,
  csrf: () => out.elements._csrf.value,
  place,
  isHere: () => false,
  told: () => undefined,
})
queue.refresh().then(() => queue.send())
