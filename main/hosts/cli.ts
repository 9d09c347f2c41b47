import { build, loadProgram, staleParts } from './build.ts'

/** `npm run cruza`: builds the programs where their sources have changed, and runs the command line from what is built. */
const stale = staleParts(['programs'])
if (stale.length > 0 && !(await build(stale))) process.exit(1)
await loadProgram('cli')
