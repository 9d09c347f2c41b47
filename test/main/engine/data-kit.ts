import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Data } from '../../../main/data-calls.ts'
import { createData } from '../../../main/data-calls.ts'
import type { DataDeps } from '../../../main/engine/client.ts'
import { type ChildPort, forkChild } from '../../../main/kernel/child-process.ts'
import type { StoredRun } from '../../../main/leads/sheet-calls.ts'
import { familyOf } from '../../kit/processes.ts'
import { folderOfTest } from '../../kit/temporary-folder.ts'
import { runOf } from '../cruzar/data/run-kit.ts'

const entry = path.resolve(import.meta.dirname, '../../../main/data-process.ts')

/** The data process as main has it, over a folder of its own. */
export interface DataKit {
  readonly dir: string
  readonly data: Data
  /** How often the process was started. */
  starts(): number
  /** From now on calls stay on their way: the process that runs gets none of them any more. */
  hold(): void
  /** Ends the process as kill -9 does, and waits until it is gone. */
  kill(): Promise<void>
  /** Stops the process in the middle of whatever it does: it stays alive without sending anything. */
  freeze(): void
  /** Resolves when the process that runs now is gone. */
  gone(): Promise<void>
  /** Another one over the same folder, with the folder's own key by default. */
  another(options?: Pick<Partial<DataDeps>, 'key' | 'silence'>): Data
  /** Sent to the service unless a sheet is to answer it. */
  makeRun(rows: number, sheet_id?: string): Promise<StoredRun>
}

export function createDataKit(): DataKit {
  const dir = folderOfTest()
  const folderKey = randomBytes(32).toString('hex')
  const open: Data[] = []
  let last: ChildPort | null = null
  let starts = 0
  let hold = () => {}

  function start(): ChildPort {
    starts++
    const child = forkChild(entry)
    let isHeld = false
    hold = () => {
      isHeld = true
    }
    last = { ...child, post: (message) => isHeld || child.post(message) }
    return last
  }

  function another(options: Pick<Partial<DataDeps>, 'key' | 'silence'> = {}): Data {
    const data = createData({ start, dir, key: folderKey, ...options })
    open.push(data)
    return data
  }

  async function gone(): Promise<void> {
    await new Promise<void>((resolve) => (last ? last.onExit(resolve) : resolve()))
  }

  onTestFinished(async () => {
    for (const each of open) await each.close()
  })
  const data = another()
  return {
    dir,
    data,
    starts: () => starts,
    hold: () => hold(),
    async kill() {
      const ended = gone()
      last?.kill()
      await ended
    },
    freeze() {
      for (const pid of familyOf(process.pid).slice(1)) process.kill(pid, 'SIGSTOP')
    },
    gone,
    another,
    async makeRun(rows, sheet_id) {
      const list = randomUUID()
      const source = {
        bytes: Buffer.from(['telefone', ...Array.from({ length: rows }, (_, row) => phone(row))].join('\n')),
      }
      await data.ask('lists.stage', { list, name: 'lista.csv', source })
      return data.ask('runs.create', { ...runOf(list), sheet_id: sheet_id ?? null })
    },
  }
}

/** A phone in the form in which it is sent. */
export function phone(row: number): string {
  return `55119${String(81_234_567 + row)}`
}
