import { execFileSync } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { jsonLog } from '../lib/log.ts'
import { heapMib, nurseryMib, thisMachine } from './machine.ts'
import { type News, order, PASSES_ON, TASK_WRITTEN, type TaskWritten, tellOthers } from './orders.ts'

/** A database of a million records may be brought to a new version first. */
const READY_MS = 15 * 60_000
/** The process that serves waits a little less long than that for what is under way at a stop. */
const STOP_MS = 30_000
/** A process that fell over is started again after that, then twice as long each time, up to a limit. */
const RESTART_MS = 200
const RESTART_MAX_MS = 5000
/** A process that lived as long as that did not fall over at its start. */
const SOUND_MS = 10_000

const log = jsonLog((line) => process.stdout.write(line))

/** Its exit code says what was wrong; its own words are on stderr already. */
class StartFailure extends Error {
  constructor(readonly exitCode: number) {
    super(`a process that serves ended with ${exitCode} before it was ready`)
  }
}

/** An update leads the link `current`, beside the folder of releases, to the newest code. */
function newestRelease(): string | undefined {
  const root = resolve(import.meta.dirname, '..', '..', '..')
  const home = basename(dirname(root)) === 'releases' ? resolve(root, '..', '..') : root
  const link = join(home, 'current')
  if (!existsSync(join(link, 'bin', 'start'))) return home === root ? undefined : home
  const newest = realpathSync(link)
  return newest === root ? undefined : newest
}

const OWN_NODE = process.execPath

/** A limit that was chosen by the one who starts the site is left alone. */
// biome-ignore lint/style/noProcessEnv: the options of Node.js, none of ours
const HEAP = /max-old-space-size/.test(`${process.execArgv} ${process.env.NODE_OPTIONS}`)
  ? []
  : [`--max-old-space-size=${heapMib(thisMachine())}`]

/** Somebody who asks for one process wants it small. The supervisor's own nursery stands before this one: the last counts. */
// biome-ignore lint/style/noProcessEnv: read before any of our configuration
const NURSERY = process.env.PROCESSES === '1' ? [] : [`--max-semi-space-size=${nurseryMib(thisMachine())}`]

/** The Node.js that a release starts by. */
const nodeOf = (release: string): string =>
  execFileSync(join(release, 'bin', 'node'), ['-p', 'process.execPath'], { encoding: 'utf8' }).trim()

/** Has the next process take the newest code, by its Node.js: the one that runs here may be gone with the release it came with. */
function chooseCode(): void {
  const newest = newestRelease()
  process.execPath = newest ? nodeOf(newest) : OWN_NODE
  const folder = newest ? join(newest, 'dist', 'src') : dirname(import.meta.dirname)
  const exec = join(folder, `worker${newest ? '.js' : extname(import.meta.filename)}`)
  cluster.setupPrimary({ exec, args: [], execArgv: [...process.execArgv, ...HEAP, ...NURSERY] })
}

/** Starts one process; comes back once it listens, with its first news. Rejects where it ends before, or takes for ever. */
async function startWorker(heard: (worker: Worker, news: News) => void): Promise<{ worker: Worker; news: News }> {
  chooseCode()
  const worker = cluster.fork({ [PASSES_ON]: '1' })
  return new Promise((ready, failed) => {
    const tooLong = setTimeout(() => worker.process.kill('SIGKILL'), READY_MS)
    worker.on('message', (news: News | TaskWritten) => {
      if (news === TASK_WRITTEN) {
        tellOthers(worker, Object.values(cluster.workers ?? {}))
        return
      }
      clearTimeout(tooLong)
      ready({ worker, news })
      heard(worker, news)
    })
    worker.on('error', (error) => {
      log.error('a process that serves cannot be reached', { error })
      failed(error)
    })
    worker.once('exit', (code: number | null) => {
      clearTimeout(tooLong)
      failed(new StartFailure(code ?? 1))
    })
  })
}

/** The processes that serve: as many as the site wants, started again when they fall over, replaced without a failed request. */
class Supervisor {
  private readonly serving = new Set<Worker>()
  /** Told to end; they finish what they began. */
  private readonly leaving = new Set<Worker>()
  private wanted = 1
  private falls = 0
  private isBusy = false
  private isStopping = false
  private mustReload = false
  /** It is what the processes told last; undefined until the first of them has. */
  private stage: News['stage'] | undefined

  /** The first process: what keeps it from starting ends the whole. */
  async start(): Promise<void> {
    this.isBusy = true
    try {
      const { news } = await this.add()
      const stream = news.stage === 'indisponible' ? process.stderr : process.stdout
      stream.write(`${news.annonce}\n`)
      this.stage = news.stage
      this.announce()
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error
      if (this.isStopping) return
      process.exit(error.exitCode)
    }
    this.isBusy = false
    await this.level()
  }

  private async add(): Promise<{ worker: Worker; news: News }> {
    const started = await startWorker((_worker, news) => this.hear(news))
    this.watch(started.worker)
    return started
  }

  private hear(news: News): void {
    this.wanted = news.processus
    this.tell(news)
    void this.level()
  }

  /** A site that was just installed is announced in the terminal, where its address stood before. */
  private tell(news: News): void {
    if (this.stage === 'installation' && news.stage === 'application') process.stdout.write(`${news.annonce}\n`)
    if (this.stage !== undefined) this.stage = news.stage
  }

  private watch(worker: Worker): void {
    const since = performance.now()
    this.serving.add(worker)
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.leaving.delete(worker)
      if (!this.serving.delete(worker) || this.isStopping) return
      log.error('a process that serves ended', { pid: worker.process.pid, code, signal })
      this.restart(performance.now() - since > SOUND_MS)
    })
  }

  private restart(wasSound: boolean): void {
    this.falls = wasSound ? 0 : this.falls + 1
    setTimeout(() => void this.level(), Math.min(RESTART_MAX_MS, RESTART_MS * 2 ** Math.max(0, this.falls - 1)))
  }

  /** Starts or ends processes until there are as many as are wanted. */
  private async level(): Promise<void> {
    if (this.isBusy || this.isStopping) return
    this.isBusy = true
    try {
      while (!this.isStopping && this.serving.size < this.wanted) await this.add()
    } catch (error) {
      if (this.isStopping) return
      log.error('a process that serves could not be started', { error })
      this.restart(false)
    } finally {
      this.isBusy = false
    }
    for (const worker of [...this.serving].slice(this.wanted)) this.relieve(worker)
    if (this.mustReload) await this.reload()
  }

  /** Has one of them tell the commands of this machine what serves, and by which version. */
  private announce(): void {
    const [worker] = this.serving
    if (worker) order(worker, 'annonce')
  }

  private relieve(worker: Worker): void {
    this.serving.delete(worker)
    this.leaving.add(worker)
    order(worker, 'relais')
  }

  /** New processes with the newest code; the old ones leave once every new one serves, and stay where one of them cannot. */
  async reload(): Promise<void> {
    this.mustReload = this.isBusy
    if (this.isBusy || this.isStopping) return
    this.isBusy = true
    const old = [...this.serving]
    const fresh = await Promise.allSettled(
      Array.from({ length: this.wanted }, () => startWorker((_worker, news) => this.hear(news))),
    )
    const started = fresh.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const isWell = started.length === fresh.length && started.every(({ news }) => news.stage !== 'indisponible')
    for (const { worker } of started) {
      if (isWell) this.watch(worker)
      else worker.process.kill('SIGKILL')
    }
    if (isWell) for (const worker of old) this.relieve(worker)
    // The command that asked for it hears which version serves, this way or that.
    this.announce()
    if (isWell) log.info('reloaded', { processes: started.length })
    else log.error('reload given up: the new code cannot serve, the old one goes on')
    this.isBusy = false
    await this.level()
  }

  /** SIGTERM lets what is under way finish, a second one does not. */
  stop(signal: NodeJS.Signals): void {
    const everyone = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    if (this.isStopping) {
      for (const worker of everyone) worker.process.kill('SIGKILL')
      process.exit(signal === 'SIGINT' ? 130 : 143)
    }
    this.isStopping = true
    log.info('stopping', { signal })
    const gone = everyone.map((worker) => new Promise<void>((left) => worker.once('exit', () => left())))
    for (const worker of everyone) {
      if (this.serving.has(worker) || this.leaving.has(worker)) order(worker, 'arret')
      // Still starting: nothing is under way in it.
      else worker.process.kill('SIGTERM')
    }
    setTimeout(() => {
      for (const worker of everyone) worker.process.kill('SIGKILL')
    }, STOP_MS).unref()
    Promise.all(gone).then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
}

/** Serves the site by processes of its own, until SIGTERM or Ctrl-C; SIGHUP has them replaced by the newest code. */
export function supervise(): void {
  // Connections that the supervisor takes and hands on would stay open, and unanswered, when one who was to get them is killed.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const supervisor = new Supervisor()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => supervisor.stop(signal))
  // A terminal that is closed sends it too: there it means the end.
  process.on('SIGHUP', () => (process.stdin.isTTY ? supervisor.stop('SIGHUP') : void supervisor.reload()))
  void supervisor.start()
}
