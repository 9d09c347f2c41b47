import os from 'node:os'
import { AppFailure } from '../../kernel/failure.ts'
import type { SheetFile } from './sheet-file.ts'

/** Who reads a sheet now, as its file says it: the window and a scheduled command line may work on one folder of data. */
export interface ReaderRecord {
  readonly pid: number
  /** Epoch ms: after another start of the computer, the same number is another process. */
  readonly booted: number
  /** Tells two openings of the folder apart. */
  readonly token: string
}

export interface Reader {
  /** Writes down that this process reads the sheet. Throws `already_running` while another living process does. */
  take(file: SheetFile): void
  release(file: SheetFile): void
}

/** Clocks are set while the computer runs; a process that was killed must never keep its sheet. */
const bootToleranceMs = 60_000

export function createReader(): Reader {
  const mine: ReaderRecord = {
    pid: process.pid,
    booted: Date.now() - os.uptime() * 1000,
    token: crypto.randomUUID(),
  }
  return {
    take(file) {
      file.atomically(() => {
        const other = file.read('reader')
        if (other && other.token !== mine.token && isAlive(other, mine)) throw new AppFailure('already_running')
        file.write('reader', mine)
      })
    },
    release: (file) => file.write('reader', null),
  }
}

function isAlive({ pid, booted }: ReaderRecord, mine: ReaderRecord): boolean {
  if (Math.abs(booted - mine.booted) > bootToleranceMs) return false
  try {
    // Signal 0 asks whether the process is there and may be ours.
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
