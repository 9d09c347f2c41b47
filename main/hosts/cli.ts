import { build, loadProgram, staleParts } from './build.ts'

/**
 * `npm run cruza`: builds the programs where their sources have changed, and runs the command line from what is built.
 */
if (!(await build(staleParts(['programs'])))) process.exit(1)
loadProgram('cli')
