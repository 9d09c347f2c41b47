import type { Bridge } from '../../preload/values/wire.ts'
import { coalesce } from './schedule.ts'

export interface Changes {
  /**
   * Calls `reload` after a push about this feature, or about everything. While it runs, all further changes together
   * cause one more run. It must not throw. `ids` are the records that changed; null means any.
   */
  on(feature: string, reload: (ids: readonly string[] | null) => unknown): void
  /** Calls `receive` with each command that main sends (a menu item, another start of the app) until it is undone. */
  onCommand(receive: (command: string) => void): () => void
  /** Acts as a push about every other feature: this one reported that another vault or account is open. */
  allBut(feature: string): void
}

/** The pushes of main besides the progress of calls, passed to the stores that listen to them. */
export function createChanges(bridge: Bridge): Changes {
  const reloads: { readonly feature: string; readonly reload: (ids?: readonly string[]) => void }[] = []
  const receivers = new Set<(command: string) => void>()
  const changed = (feature: string, ids?: readonly string[]) => {
    for (const entry of reloads) {
      if (feature === 'all' || feature === entry.feature) entry.reload(ids)
    }
  }
  bridge.listen((push) => {
    if (push.kind === 'changed') changed(push.feature, push.ids)
    if (push.kind === 'command') {
      for (const receive of receivers) receive(push.command)
    }
  })
  return {
    on(feature, reload) {
      let changes: Set<string> | null = new Set()
      const run = coalesce(() => {
        const ids = changes && [...changes]
        changes = new Set()
        return reload(ids)
      })
      const add = (ids?: readonly string[]) => {
        changes = ids && changes ? new Set([...changes, ...ids]) : null
        void run()
      }
      reloads.push({ feature, reload: add })
    },
    onCommand(receive) {
      receivers.add(receive)
      return () => void receivers.delete(receive)
    },
    allBut(feature) {
      for (const entry of reloads) if (entry.feature !== feature) entry.reload()
    },
  }
}
