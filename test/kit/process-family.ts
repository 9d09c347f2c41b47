import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

interface Process {
  readonly pid: number
  readonly parent: number
}

/** This process and all that it, or one of its children, has started. */
export function familyOf(pid: number): readonly number[] {
  const all = liveProcesses()
  const family = [pid]
  // Grows while it is read: the children of children are searched for too.
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member).map((each) => each.pid))
  return family
}

/** Those of these processes that have not ended. */
export function stillAlive(pids: readonly number[]): readonly number[] {
  const alive = new Set(liveProcesses().map(({ pid }) => pid))
  return pids.filter((pid) => alive.has(pid))
}

function liveProcesses(): readonly Process[] {
  if (process.platform === 'linux') return linuxProcesses()
  const [program, words] = process.platform === 'win32' ? windowsList : posixList
  const { stdout } = spawnSync(program, words, { encoding: 'utf8' })
  return listedProcesses(stdout)
}

const posixList = ['ps', ['-axo', 'pid=,ppid=,stat=']] as const
const windowsList = [
  'powershell',
  [
    '-NoProfile',
    '-Command',
    'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId)" }',
  ],
] as const

/** A line each: its number, that of its parent and, where there is one, its state. */
export function listedProcesses(list: string): readonly Process[] {
  return list.split(/\r?\n/).flatMap((line): Process[] => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/)
    return parent === undefined || state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent) }]
  })
}

function linuxProcesses(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const [state, parent] = statOf(name)
      return state === undefined || state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent) }]
    })
}

/** The state and the parent; they follow the name, which is in parentheses and may hold anything. */
function statOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}
