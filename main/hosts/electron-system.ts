import type { App, PowerMonitor, PowerSaveBlocker } from 'electron'

/**
 * By this the systems know the app: Windows groups its windows and notifications by it, macOS names its bundle, Linux
 * its desktop file (electron-builder.yml and package.json say the same).
 */
export const appId = 'br.com.cruza'

interface PowerDeps {
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  readonly powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>
  readonly app: Pick<App, 'quit'>
  /** The computer woke up. */
  woke(): void
}

interface Power {
  /** Keeps the computer from suspending itself while work is under way; its screen may go dark. */
  work(isUnderWay: boolean): void
}

/** Sleep, wake and shutdown of the computer. */
export function followPower({ powerMonitor, powerSaveBlocker, app, woke }: PowerDeps): Power {
  let blocker: number | undefined
  powerMonitor.on('resume', woke)
  // Linux and macOS wait for us then; Windows notifies the window (`session-end`).
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
