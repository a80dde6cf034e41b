/**
 * Alpine without what the desk and the table use nothing of: a third of its weight. Its file is read as it is published, with the names of its
 * sources in it; the bundler drops whatever nothing calls once these sources register nothing any more. static/js/alpine.js puts together
 * what is left. A version of Alpine that looks otherwise stops the build here.
 */
import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

const DIRECTIVES = 'transition modelable teleport ignore effect model cloak init html show id ref'.split(' ')
const MAGICS = '$nextTick $dispatch $watch $store $data $refs $id $el index'.split(' ')

/** Their calls at the top register a directive, a magic name, the evaluator of expressions. */
const UNUSED = [
  ...DIRECTIVES.map((name) => `packages/alpinejs/src/directives/x-${name}.js`),
  'packages/alpinejs/src/directives/index.js',
  ...MAGICS.map((name) => `packages/alpinejs/src/magics/${name}.js`),
  'packages/csp/src/directives/x-html.js',
  'packages/csp/src/index.js',
]
/** The object that holds everything, so that nothing could be dropped, and the parser, which looks at all that a window has. */
const REPLACED: Record<string, string> = {
  'packages/alpinejs/src/alpine.js': 'var alpine_default = {};\n',
  'packages/csp/src/parser.js': '',
}
const PARTS =
  'closestDataStack, data, effect2, injectMagics, mergeProxies, reactive2, setEvaluator, setReactivityEngine, start, stop, toRaw, tryCatch'

/** « // packages/… » stands over what came from each source. */
const nameOf = (source: string): string => /^\/\/ (\S+)\n/.exec(source)?.[1] ?? ''

/** Calls and methods of every element at the top of a source become what a bundler may drop. */
const withoutEffect = (source: string): string =>
  source.replace(/^(?=[\w.]+\()/gm, '/* @__PURE__ */ ').replace(/^window\.Element\.prototype\.(?=\w+ = )/gm, 'var ')

function leaner(whole: string): string {
  const sources = whole.split(/^(?=\/\/ (?:packages|node_modules)\/)/m)
  const names = sources.map(nameOf)
  const missing = [...UNUSED, ...Object.keys(REPLACED)].filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`Alpine has no ${missing.join(', ')} any more: see bin/alpine.ts`)
  const kept = sources.map((source, at) => {
    const name = names[at] ?? ''
    return REPLACED[name] ?? (UNUSED.includes(name) ? withoutEffect(source) : source)
  })
  return `${kept.join('')}\nexport { ${PARTS} };\n`
}

export const leanAlpine: Plugin = {
  name: 'lean-alpine',
  setup({ onLoad }) {
    onLoad({ filter: /@alpinejs.csp.dist.module\.esm\.js$/ }, async ({ path }) => ({
      contents: leaner(await readFile(path, 'utf8')),
    }))
  },
}
