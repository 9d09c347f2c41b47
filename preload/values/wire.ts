import type { Failure } from './failures.ts'

export interface Request {
  /** Made by the renderer; ties progress and cancel to this call. */
  readonly id: string
  readonly name: string
  readonly input: unknown
}
export type Reply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly failure: Failure }
export type Push =
  | { readonly kind: 'progress'; readonly id: string; readonly value: unknown }
  /**
   * Something of this feature changed; `all` stands for any feature. With `ids` only these records changed (entries and
   * reviews by the entry's number), and none was added: stores can patch them instead of reloading.
   */
  | { readonly kind: 'changed'; readonly feature: string; readonly ids?: readonly string[] }
  /** A menu item or another start of the app gives the renderer this command: `new-sheet`, `open-list`, … */
  | { readonly kind: 'command'; readonly command: string }
  /** Browser host only: the bridge fetches this address and saves it under the name. */
  | { readonly kind: 'download'; readonly path: string; readonly name: string }

/** The connection to main. Electron's preload provides one; so does the browser host's page. */
export interface Bridge {
  call(request: Request): Promise<Reply>
  cancel(id: string): void
  listen(receive: (push: Push) => void): () => void
  /**
   * Turns a file that the person dropped or picked into a one-use ticket. Questions take the ticket instead of a path.
   */
  offer(file: { readonly name: string }): Promise<string>
}
