import type { Bridge } from '../../preload/contract/wire.ts'
import { coalesce } from './schedule.ts'

export interface Changes {
  /**
   * Calls `reload` when main says that something of this feature changed, or that everything may have. While it runs, any
   * number of further changes come to one more run. It must not throw.
   */
  on(feature: string, reload: () => unknown): void
  /** Calls `receive` with each command that main sends (a menu item, another start of the app) until it is undone. */
  onCommand(receive: (command: string) => void): () => void
  /** As if main had said that everything changed: another vault or account is open. */
  all(): void
}

/** What main pushes beside the progress of calls, dealt out to the stores that care. */
export function createChanges(bridge: Bridge): Changes {
  const reloads: { readonly feature: string; readonly reload: () => void }[] = []
  const receivers = new Set<(command: string) => void>()
  const changed = (feature: string) => {
    for (const entry of reloads) {
      if (feature === 'all' || feature === entry.feature) entry.reload()
    }
  }
  bridge.listen((push) => {
    if (push.kind === 'changed') changed(push.feature)
    if (push.kind === 'command') {
      for (const receive of receivers) receive(push.command)
    }
  })
  return {
    on: (feature, reload) => void reloads.push({ feature, reload: coalesce(reload) }),
    onCommand(receive) {
      receivers.add(receive)
      return () => void receivers.delete(receive)
    },
    all: () => changed('all'),
  }
}
