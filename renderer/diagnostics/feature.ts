import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { createDiagnosticsStore, type DiagnosticsStore } from './diagnostics-store.ts'

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
