// The register of the desk is typed in the table, row by row: each row is stored once, in the order in which they were typed.
import { test } from 'vitest'
import { ACTS, typeAll } from './typing.ts'

const TYPE = `(function (act) {
  var form = document.querySelector('form[data-tableau]')
  for (var field of Array.from(form.elements)) if (act[field.name] !== undefined) field.value = act[field.name]
  form.dispatchEvent(new CustomEvent('saisie:rempli', { bubbles: true }))
  form.querySelector('tr.vive [name="data[nom]"]').focus()
})`

/** Rows that were left, in the base of the device. */
const WAITING = `new Promise(function (done) {
  var request = indexedDB.open('releves-lignes')
  request.onsuccess = function () {
    request.result.transaction('lignes').objectStore('lignes').getAll().onsuccess = function (event) {
      request.result.close()
      done(event.target.result.map(JSON.parse).filter(function (one) { return one.isLeft }).map(function (one) { return one.valeurs['data[nom]'] }))
    }
  }
})`

const KEY = "(document.querySelector('form[data-tableau][data-pret]') || { dataset: {} }).dataset.cle || ''"
/** No row is just on its way. */
const IS_SAFE =
  "!Array.from(document.querySelectorAll('.grille-etat')).some(function (one) { return /envoi/.test(one.textContent) })"

/** All on one view: the table shows the rows of another one when it is opened there. */
const VIEW = '14'

test(`${ACTS} rows, the line cut, browser and server killed: each stored once, in order`, async () => {
  const path = (sourceId: number) => `/sources/${sourceId}/tableau?vue=${VIEW}&vides=montrer`
  await typeAll({ path, key: KEY, type: TYPE, isSafe: IS_SAFE, waiting: WAITING, always: { 'data[vue]': VIEW } })
}, 3_600_000)
