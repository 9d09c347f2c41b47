import type { Bridge } from '../../preload/contract/wire.ts'

export interface Changes {
  /** Calls `reload` when main says that something of this feature changed, or that everything may have. */
  on(feature: string, reload: () => void): void
  /** Calls `receive` with each command that main sends: a menu item, another start of the app. */
  onCommand(receive: (command: string) => void): void
}

/** What main pushes beside the progress of calls, dealt out to the stores that care. */
export function createChanges(bridge: Bridge): Changes {
  const reloads: { readonly feature: string; readonly reload: () => void }[] = []
  const receivers: ((command: string) => void)[] = []
  bridge.listen((push) => {
    if (push.kind === 'changed') {
      for (const { feature, reload } of reloads) {
        if (push.feature === 'all' || push.feature === feature) reload()
      }
    }
    if (push.kind === 'command') {
      for (const receive of receivers) receive(push.command)
    }
  })
  return {
    on: (feature, reload) => void reloads.push({ feature, reload }),
    onCommand: (receive) => void receivers.push(receive),
  }
}
