import { onTestFinished } from 'vitest'
import { type Demo, type DemoOptions, startDemo } from '../../../main/demo/demo.ts'
import { type WatchedFetch, watchedFetch } from '../../kit/controls.ts'
import { type Asked, type Scripted, type ScriptedService, startService } from '../../kit/service.ts'
import { startWorkspace, type TestWorkspace } from '../../kit/workspace.ts'

export interface Reader {
  readonly workspace: TestWorkspace
  readonly ask: TestWorkspace['ask']
  readonly connection_id: string
  /** The app's way out; `offline` takes it away. */
  readonly wire: WatchedFetch
}

/** A workspace connected to an account on this host. */
async function readerAt(url: string, token = 'um-token-secreto'): Promise<Reader> {
  const wire = watchedFetch()
  const workspace = await startWorkspace({ fetch: wire.fetch })
  const connection_id = await workspace.connect({ url, accountId: 7, brand: 'vitrine', token })
  return { workspace, ask: workspace.ask, connection_id, wire }
}

/** A reader of the demonstration's documentation. */
export async function demoReader(options: DemoOptions = {}): Promise<Reader & { readonly demo: Demo }> {
  const demo = await startDemo({ leads: 10, entries: 10, ...options })
  onTestFinished(() => demo.close())
  return { ...(await readerAt(demo.platform.url, demo.platform.token)), demo }
}

/** A reader of a service that answers these paths; everything else is a 404 of its own. */
export async function scriptedReader(
  answers: Readonly<Record<string, unknown>>,
): Promise<Reader & { readonly service: ScriptedService }> {
  const service = await startService(({ path }: Asked): Scripted => {
    const answer = answers[path]
    if (answer === undefined) return { status: 404, json: { error: 'Not Found' } }
    return typeof answer === 'string' ? { text: answer } : (answer as Scripted)
  })
  return { ...(await readerAt(service.origin)), service }
}
