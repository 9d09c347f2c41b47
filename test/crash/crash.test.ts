import { test } from 'vitest'
import { runsAll } from '../kit/systems.ts'
import { appKinds } from './app-kinds.ts'
import { killAfter } from './crash-kit.ts'
import { dataKinds } from './data-kinds.ts'
import { fileKinds } from './file-kinds.ts'
import { reviewKinds } from './review-kinds.ts'
import { snapshotKinds } from './snapshot-kinds.ts'

/**
 * What was stored before a kill is there after it, and what was answered is not asked again: real processes, SIGKILL
 * and services over HTTP. `npm test` kills two kinds of work a few times, `npm run test:all` all kinds and more often.
 */
const kinds = [...appKinds, ...dataKinds, ...reviewKinds, ...fileKinds, ...snapshotKinds]

for (const { name, kills: all, killsByDefault = 0, prepare } of kinds) {
  const kills = runsAll ? all : killsByDefault
  if (kills === 0) continue
  test(name, { timeout: 60_000 + kills * 15_000 }, async () => {
    const work = await prepare(kills)
    for (let round = 0; round < kills; round += 1) {
      const attempt = await work.attempt(round)
      await killAfter(attempt)
      await attempt.check?.()
    }
    await work.finish?.()
  })
}
