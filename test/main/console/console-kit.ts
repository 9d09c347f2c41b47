import { startDemoServices } from '../../kit/leads.ts'
import type { Asked, Scripted } from '../../kit/service.ts'
import { startPlatformThat, startWorkspace, type TestWorkspace } from '../../kit/workspace.ts'

/** A workspace and short words for what its console is asked most. */
function withConsole<W extends TestWorkspace>(workspace: W) {
  const { ask } = workspace
  return {
    ...workspace,
    run: (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, more: object = {}) =>
      ask('console.run', { method, path, query: [], body: null, ...more }),
    look: (id: string, expression = '$') => ask('console.inspect', { id, expression }),
    text: async (id: string) => (await ask('console.text', { id, from: 0, count: 1_000_000 })).text,
    history: () => ask('console.history', {}),
  }
}

/** A console that is connected to the demonstration's platform, or to its form service. */
export async function startConsole(options: Parameters<typeof startDemoServices>[0] = {}, service = 'platform') {
  const demo = await startDemoServices({ leads: 60, entries: 20, ...options })
  const workspace = await startWorkspace()
  await (service === 'forms' ? workspace.connectForms(demo.forms) : workspace.connect(demo.platform))
  return { ...withConsole(workspace), demo }
}

/** A console that is connected to a platform which answers as the test defines; the secret is `chave-1`. */
export async function startConsoleThat(answer: (asked: Asked) => Scripted) {
  return withConsole(await startPlatformThat(answer))
}
