import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** Names the folder in which each process of a side leaves what it took (measured.ts loads this file into them). */
export const peakFolder = 'CRUZA_BENCH_USAGE'

const folder = process.env[peakFolder]
if (folder) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
    const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMb: (maxRSS * 1024) / 1e6 }
    writeFileSync(path.join(folder, `${process.pid}.json`), JSON.stringify(usage))
  })
}
