// A register typed at the desk while the line is cut, the browser is killed and the server is killed: each act is stored once, in the
// order of the register.
import { test } from 'vitest'
import { ACTS, typeAll } from './typing.ts'

const TYPE = `(function (act) {
  var form = document.querySelector('form[data-saisie]')
  for (var field of Array.from(form.elements)) if (act[field.name] !== undefined) field.value = act[field.name]
  form.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
  form.querySelector('[name="data[nom]"]').focus()
})`

/** Names of those that wait on the device. */
const WAITING = `new Promise(function (done) {
  var request = indexedDB.open('releves-file')
  request.onsuccess = function () {
    request.result.transaction('actes').objectStore('actes').getAll().onsuccess = function (event) {
      request.result.close()
      done(event.target.result.filter(function (one) { return one.valeurs }).map(function (one) { return new Map(one.valeurs).get('data[nom]') }))
    }
  }
})`

const KEY = "(document.querySelector('form[data-saisie][data-pret]') || { dataset: {} }).dataset.cle || ''"

test(`${ACTS} acts, the line cut, browser and server killed: each stored once, in order`, async () => {
  const path = (sourceId: number) => `/sources/${sourceId}/releves/nouveau`
  // The form of the next act comes when the one before is safe.
  await typeAll({ path, key: KEY, type: TYPE, isSafe: 'true', waiting: WAITING, always: {} })
}, 3_600_000)
