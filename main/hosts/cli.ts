import { build, loadProgram, staleParts } from './build.ts'

/** `npm run cruza`: builds the programs if their sources have changed, and runs the built command line. */
if (!(await build(staleParts(['programs'])))) process.exit(1)
loadProgram('cli')
