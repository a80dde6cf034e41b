// The first import of every entry point: on an older Node.js better-sqlite3 does not complain, it ends the process.
const NEEDED_NAPI = 10
const CONFIGURATION_ERROR = 78

if (Number(process.versions.napi) < NEEDED_NAPI) {
  process.stderr.write(
    `Relevés a besoin de Node.js 22.14 ou plus récent ; celui-ci est le ${process.versions.node}. Lancez « npm start », qui apporte le sien.\n`,
  )
  process.exit(CONFIGURATION_ERROR)
}
