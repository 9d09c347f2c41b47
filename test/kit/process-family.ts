import { readdirSync, readFileSync } from 'node:fs'

interface Process {
  readonly pid: number
  readonly parent: number
}

/** This process and all that it, or one of its children, has started; Linux only, by /proc. */
export function familyOf(pid: number): readonly number[] {
  const all = liveProcesses()
  const family = [pid]
  // Grows while it is read: the children of children are looked for too.
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member).map((each) => each.pid))
  return family
}

/** Those of these processes that have not ended. */
export function stillAlive(pids: readonly number[]): readonly number[] {
  const alive = new Set(liveProcesses().map(({ pid }) => pid))
  return pids.filter((pid) => alive.has(pid))
}

function liveProcesses(): readonly Process[] {
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
