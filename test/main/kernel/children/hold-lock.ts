import { createProcessLock } from '../../../../main/kernel/process-lock.ts'

/** Takes the lock `lock` in the folder and never lets go. */
const [folder = ''] = process.argv.slice(2)
await createProcessLock({ folder, name: 'lock', longestWaitMs: 5_000 }).take(async () => {
  console.log('held')
  await new Promise((resolve) => setTimeout(resolve, 600_000))
})
