import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** What a child ended with: its exit code; 1 when a signal ended it or when it could not be started. */
export async function exitCodeOf(child: ChildProcess): Promise<number> {
  try {
    const [code] = await once(child, 'exit')
    return code ?? 1
  } catch {
    return 1
  }
}
