import { createStore } from 'zustand'
import type { Diagnosis, Probe } from '../../preload/contract/health.ts'
import type { SavedFile } from '../../preload/contract/saved-files.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { createMutation, type MutationState, noMutation } from '../kernel/mutation.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    diagnostics: { connection?: string | undefined }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    diagnostics: DiagnosticsStore
  }
}

export const diagnosticsFeature = defineFeature('diagnostics', {
  service: 'platform',
  create({ ask }) {
    const store = createDiagnosticsStore({ ask })
    return {
      offer: store,
      reloads: { diagnostics: store.getState().load },
      reset() {
        store.getState().stop()
        resetStores(store)
      },
    }
  },
  screens: {
    diagnostics: {
      area: 'connections',
      service: 'platform',
      ofConnection: lazyComponent(async () => (await import('./screen.tsx')).DiagnosticsScreen),
      inConnection: (_, connection) => ({ screen: 'diagnostics', connection }),
      help: ['permissões', 'token de acesso'],
    },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'diagnostics', label: app.commands.goToDiagnostics, run: go({ screen: 'diagnostics' }) },
  ],
})

interface DiagnosticsState extends MutationState<'run' | 'save'> {
  /** Null until one was shown. */
  readonly connection: string | null
  /** Whether the connection uses its second host: each host has its own diagnosis. */
  readonly onBeta: boolean
  /** The last stored diagnosis; null where there is none. */
  readonly last: Loadable<Diagnosis | null>
  /** The probes of the running diagnosis, as far as they are answered. */
  readonly probes: readonly Probe[]
  show(connection: string, onBeta: boolean): Promise<void>
  load(): Promise<unknown>
  run(): Promise<unknown>
  stop(): void
  /** Gives the file; null when none was written. */
  save(): Promise<Pick<SavedFile, 'name' | 'file'> | null>
  dismissFailure(): void
}

type DiagnosticsStore = ReturnType<typeof createDiagnosticsStore>

export function createDiagnosticsStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<DiagnosticsState>()((set, get) => {
    const scope = () => get().connection
    const last = createLatest({ get, set, key: 'last', scope })
    const mutation = createMutation({ get, set, scope })
    return {
      connection: null,
      onBeta: false,
      last: { status: 'idle' },
      probes: [],
      ...noMutation,
      async show(connection, onBeta) {
        if (connection !== get().connection || onBeta !== get().onBeta) {
          mutation.cancel()
          set({ connection, onBeta, last: { status: 'idle' }, failure: null })
        }
        await get().load()
      },
      load: () => last.load((connection_id) => ask('diagnostics.read', { connection_id })),
      run: () =>
        mutation.run(
          'run',
          (connection_id, { signal }) => {
            set({ probes: [] })
            return ask('diagnostics.run', { connection_id }, { signal, progress: (probes) => set({ probes }) })
          },
          last.show,
        ),
      stop: mutation.cancel,
      async save() {
        const file = await mutation.run('save', (connection_id) => ask('diagnostics.export', { connection_id }))
        return file?.saved ? file : null
      },
      dismissFailure: mutation.dismissFailure,
    }
  })
}
