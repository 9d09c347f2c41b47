import { startDataProcess } from '../../../../main/hosts/node-parts.ts'
import { keepOutOfCoreDumps } from '../../../../main/kernel/child-process.ts'

/** Starts the data process as a host does. */
keepOutOfCoreDumps()
startDataProcess()
console.log('started')
