import type { App, PowerMonitor, PowerSaveBlocker } from 'electron'

/**
 * The app's id for the system. Windows groups its windows and notifications by it, macOS names its bundle, and Linux
 * its desktop file. electron-builder.yml and package.json have the same id.
 */
export const appId = 'br.com.cruza'

interface PowerDeps {
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  readonly powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>
  readonly app: Pick<App, 'quit'>
  woke(): void
}

interface Power {
  /** Keeps the computer from suspending itself during work; its screen may turn off. */
  work(isUnderWay: boolean): void
}

/** Sleep, wake and shutdown of the computer. */
export function followPower({ powerMonitor, powerSaveBlocker, app, woke }: PowerDeps): Power {
  let blocker: number | undefined
  powerMonitor.on('resume', woke)
  // Linux and macOS then wait for us. Windows notifies the window (`session-end`).
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    app.quit()
  })
  return {
    work(isUnderWay) {
      if (isUnderWay) blocker ??= powerSaveBlocker.start('prevent-app-suspension')
      else if (blocker !== undefined) {
        powerSaveBlocker.stop(blocker)
        blocker = undefined
      }
    },
  }
}
