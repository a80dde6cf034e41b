// The order of the files of a run: three workers end together when the longest files do not begin last.
import { basename } from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Projects whose files are long come first, those of many short files fill what the others leave. */
const PROJECTS = ['browser', 'unit', 'postgres', 'sqlite']

/** Files of more than ten seconds, longest first: a file's size, which vitest goes by, says nothing of what it waits for. */
const LONG = [
  'pages.test.ts',
  'places.test.ts',
  'journey.test.ts',
  'backups.test.ts',
  'origines.test.ts',
  'commands.test.ts',
  'matrix.test.ts',
  'volet.test.ts',
  'logo.test.ts',
  'leaving.test.ts',
  'relecture.test.ts',
  'search.test.ts',
  'uninstalled.test.ts',
  'queue-hands.test.ts',
  'entry.test.ts',
  'burned.test.ts',
  'xlsx.test.ts',
  'update.test.ts',
  'rights.test.ts',
  'code.test.ts',
  'forms.test.ts',
  'beside.test.ts',
  'races.test.ts',
]

const rank = (list: readonly string[], name: string): number => {
  const at = list.indexOf(name)
  return at === -1 ? list.length : at
}

const projectRank = ({ project }: TestSpecification): number => rank(PROJECTS, project.name.replace(/-mocks$/, ''))

const fileRank = ({ moduleId }: TestSpecification): number => rank(LONG, basename(moduleId))

/** Files of one project stay together, since they share their worker; the rest is vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    return usual.toSorted(
      (a, b) =>
        projectRank(a) - projectRank(b) ||
        Number(a.project.config.isolate) - Number(b.project.config.isolate) ||
        fileRank(a) - fileRank(b),
    )
  }
}
