/**
 * A child process as main talks to it, whoever started it: `forkChild` on the Node hosts, Electron's utilityProcess in
 * the window host. Messages are structured clones. Secrets travel this way only, never by argv or environment.
 */
export interface ChildPort {
  /** Sends one message; after the child ended it does nothing. */
  post(message: unknown): void
  /** Hears every message of the child. */
  onMessage(receive: (message: unknown) => void): void
  /** Is called once when the child ended for whatever reason, or could not be started at all. */
  onExit(receive: () => void): void
  /** Ends the child at once (SIGKILL); `onExit` follows. */
  kill(): void
}
