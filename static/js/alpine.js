// Alpine with what the desk and the table use of it (bin/alpine.ts leaves out the rest): x-data, x-on, x-if, x-for, x-text, x-bind. An
// expression of theirs is the name of something that the component has, or a path to it, `banner.href`; a function is called.
import {
  closestDataStack,
  data,
  effect2 as effect,
  injectMagics,
  mergeProxies,
  reactive2 as reactive,
  setEvaluator,
  setReactivityEngine,
  start,
  stop,
  toRaw,
  tryCatch,
} from '@alpinejs/csp'

function read(all, path) {
  const [first, ...names] = path.split('.')
  if (!(first in all)) throw new Error(`The component has no ${first}`)
  return names.reduce((value, name) => value?.[name], all[first])
}

setEvaluator((element, expression) => {
  const magics = {}
  injectMagics(magics, element)
  const stack = [magics].concat(closestDataStack(element))
  const evaluate = (receive = () => {}, { scope = {}, params = [] } = {}) => {
    const all = mergeProxies([scope].concat(stack))
    const value = typeof expression === 'function' ? expression : read(all, expression)
    receive(typeof value === 'function' ? value.apply(all, params) : value)
  }
  return tryCatch.bind(null, element, expression, evaluate)
})

// As Alpine has it: Vue calls its scheduler with nothing, where Alpine's own asks for what is to run.
setReactivityEngine({
  reactive,
  effect(callback, { scheduler = (run) => run() } = {}) {
    const runner = effect(callback, { scheduler: () => runner && scheduler(runner) })
    return runner
  },
  release: stop,
  raw: toRaw,
})

/** Begins once the whole page is there: what a form holds may be put back by the browser until then. */
export function startWith(name, component) {
  data(name, component)
  document.addEventListener('DOMContentLoaded', start)
}
