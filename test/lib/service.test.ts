// bin/service has a machine start Relevés: here with a folder in the place of /, and commands of the system that only say they were called.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const UNIT = 'etc/systemd/system/releves.service'

const TOOLS = ['cat', 'cmp', 'cp', 'dirname', 'grep', 'mkdir', 'mv', 'rm', 'seq', 'sleep']
const NO_APT = 'aucun'

/** A machine with a folder of Relevés that was just unpacked; its site makes the code of the wizard at once. */
function machine({ user = '0', isServed = false, at = 'home/moi/releves-1.0.1', apt = '' } = {}) {
  const [root, commands] = [temporaryFolder(), temporaryFolder()]
  const log = join(commands, 'appels')
  const command = (name: string, does: string) =>
    writeFileSync(join(commands, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 })
  const say = `echo "\${0##*/} $*" >>${log}`
  command('id', `case $1 in -u) echo ${user} ;; *) [ -e ${commands}/compte ] ;; esac`)
  command('useradd', `${say}; : >${commands}/compte`)
  command('chown', say)
  command('runuser', `${say.replace('$*', '$1 $2')}; shift 3; exec "$@"`)
  const starts = `case $1 in start | restart) mkdir -p ${root}/srv/releves/storage; echo abc >${root}/srv/releves/storage/setup-code ;; esac`
  command('systemctl', `${say}; ${starts}`)
  // `apt`: what it does on a machine that has nothing but these, no npm.
  for (const tool of apt === '' ? [] : TOOLS) symlinkSync(join('/bin', tool), join(commands, tool))
  if (apt !== '' && apt !== NO_APT) command('apt-get', `${say}; ${apt}`)
  if (apt === '') command('npm', ':')
  const path = apt === '' ? `${commands}:${process.env.PATH}` : commands
  const folder = join(root, at)
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  write('bin/start', '')
  write('bin/releve', `echo 'Service              ${isServed ? 'en service' : 'arrêté'}'`)
  write('storage/config.json', '{}')
  copyFileSync(join(ROOT, 'bin/service'), join(folder, 'bin/service'))
  const run = (from: string, ...args: string[]) => {
    const env = { PATH: path, RACINE: root, ATTENTE: '2' }
    const { status, stdout, stderr } = spawnSync('/bin/sh', [join(root, from, 'bin/service'), ...args], {
      env,
      encoding: 'utf8',
    })
    return { status, said: stdout, refused: stderr }
  }
  return {
    root,
    run: (...args: string[]) => run(at, ...args),
    again: (...args: string[]) => run('srv/releves', ...args),
    unit: () => readFileSync(join(root, UNIT), 'utf8'),
    has: (path: string) => existsSync(join(root, path)),
    write: (path: string, text: string) => writeFileSync(join(root, path), text),
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  }
}

/** The unit that the README shows, for who does it by hand. */
const readmeUnit = (): string => /```ini\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[1] ?? ''

test('one command makes user, folder and service as the README has them, and tells where to go on', () => {
  const m = machine()
  const { status, said, refused } = m.run('https://releves.exemple.fr')
  expect([status, refused]).toEqual([0, ''])
  expect(m.unit()).toBe(readmeUnit())
  expect(m.has('srv/releves/storage/config.json')).toBe(true)
  expect(m.calls()).toEqual([
    'useradd --system --home-dir /srv/releves --shell /usr/sbin/nologin releves',
    `chown -R releves: ${m.root}/srv/releves`,
    'systemctl daemon-reload',
    'systemctl enable --quiet releves',
    'systemctl restart releves',
  ])
  expect(said).toContain('Ouvrez https://releves.exemple.fr/setup?code=abc')
})

test('a machine without npm gets it from Debian first; where that fails nothing was made', () => {
  const m = machine({ apt: ':' })
  expect(m.run().status).toBe(0)
  expect(m.calls().slice(0, 3)).toEqual([
    'apt-get update -qq',
    'apt-get install -y -qq --no-install-recommends nodejs npm',
    'useradd --system --home-dir /srv/releves --shell /usr/sbin/nologin releves',
  ])
  for (const [apt, reason] of [
    ['exit 1', 'sudo apt install nodejs npm'],
    [NO_APT, 'installez Node.js et npm, puis recommencez'],
  ] as const) {
    const other = machine({ apt })
    const { status, refused } = other.run()
    expect([status, refused, other.has('srv/releves')]).toEqual([1, expect.stringContaining(reason), false])
  }
})

test('run again from its folder it changes what differs, keeps the unit of before, and stops nothing that is right', () => {
  const m = machine()
  m.run()
  expect(m.unit()).not.toContain('Environment')
  m.write('srv/releves/storage/installed', '')
  const before = m.calls().length
  expect(m.again().status).toBe(0)
  // It waited for a site that answers, not for ever.
  expect(m.calls().filter((call) => call === 'runuser -u releves')).toHaveLength(2)
  expect(
    m
      .calls()
      .slice(before)
      .filter((call) => call.startsWith('systemctl')),
  ).toEqual(['systemctl enable --quiet releves', 'systemctl start releves'])
  m.write(UNIT, '# à moi\n')
  expect(m.again('https://releves.exemple.fr').said).toContain('L’unité d’avant est gardée')
  expect(readFileSync(join(m.root, `${UNIT}.avant`), 'utf8')).toBe('# à moi\n')
  expect(m.unit()).toBe(readmeUnit())
  expect(
    m
      .calls()
      .filter((call) => call.startsWith('systemctl'))
      .at(-1),
  ).toBe('systemctl restart releves')
  expect(m.calls().filter((call) => call.startsWith('useradd'))).toHaveLength(1)
})

test.for([
  ['by somebody who may not', { user: '1000' }, [], /sudo sh bin\/service/],
  ['with an address that is none', {}, ['releves.exemple.fr'], /doit commencer par http/],
  ['with a path behind it', {}, ['https://exemple.fr/releves'], /sans chemin/],
  ['with what a unit would read otherwise', {}, ['https://exemple.fr\nExecStart=/bin/false'], /sans chemin/],
  ['while the site of the folder is served', { isServed: true }, [], /arrêtez « npm start »/],
] as const)('called %s it says so and changes nothing', ([, options, args, message]) => {
  const m = machine(options)
  const { status, refused } = m.run(...args)
  expect([status, refused]).toEqual([1, expect.stringMatching(message)])
  expect([m.calls(), m.has('srv'), m.has('etc')]).toEqual([[], false, false])
})

test('another folder never replaces what is installed', () => {
  const m = machine()
  m.run()
  const before = m.calls()
  expect([m.run().status, m.run().refused]).toEqual([1, expect.stringContaining('déjà dans')])
  expect(m.calls()).toEqual(before)
})
