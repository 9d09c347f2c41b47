const { readFileSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const path = require('node:path')
const { pathToFileURL } = require('node:url')

/**
 * What every script of package.json starts with: `node launch.cjs SCRIPT.ts ...words` runs the script in this process,
 * where this Node can. `npm ci` brings such a Node for six platforms, and npm finds it first. Elsewhere it is the
 * machine's own, and one that is too old would only report that it does not know the ending .ts. So this file is plain
 * JavaScript of any Node.
 */

/** Runs the sources without being asked to. */
const oldestMajor = 24

const [script, ...words] = process.argv.slice(2)
if (Number.parseInt(process.versions.node, 10) < oldestMajor) {
  process.stderr.write(`${sentence().replace('{version}', process.versions.node)}\n`)
  process.exitCode = 1
} else {
  // Stripping the types of a few files takes longer than all that they do.
  process.env.NODE_COMPILE_CACHE ??= path.join(__dirname, '..', '..', '.cache', 'node-compile')
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
  const file = path.resolve(__dirname, '..', '..', script)
  process.argv.splice(1, Number.POSITIVE_INFINITY, file, ...words)
  void import(pathToFileURL(file).href)
}

/** The catalogues are TypeScript, which this Node cannot load: their text can be read all the same. */
function sentence() {
  const { LC_ALL, LC_MESSAGES, LANG = '' } = process.env
  const language = (LC_ALL || LC_MESSAGES || LANG).startsWith('en') ? 'en' : 'pt-BR'
  const catalogue = path.join(__dirname, '..', '..', 'preload', 'messages', language, 'app.ts')
  return /oldNode:\s+'(.+)'/.exec(readFileSync(catalogue, 'utf8'))[1]
}
