// Before the first paint: tells the style sheet that JavaScript runs, so that the buttons « without JavaScript » do not flash.
// The async function keeps the browsers that cannot read our ES2017 out: they do not parse this file and keep their buttons.
const racine = document.documentElement
;(async () => {
  racine.classList.add('js')
})()
// A script that did not arrive cannot help: give the buttons back.
window.addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLScriptElement) racine.classList.remove('js')
  },
  true,
)
