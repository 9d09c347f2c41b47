import type { ExportFormat } from '../../preload/contract/saved-files.ts'
import type { Summary, SummaryChoices } from '../../preload/contract/summaries.ts'
import { createCollectionStore } from '../collections/collection-store.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { messagesNow } from '../kernel/messages.ts'
import { noticeSaved } from '../ui/saved-notice.tsx'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** With `create` the form of a new summary is open, with `sheet` of that sheet. */
    summaries: { create?: true; sheet?: string }
    summary: { id: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    summaries: SummariesStore
  }
}

const screen = { area: 'reports', service: 'platform', help: ['relatórios', 'resumo'], guide: 'complete' } as const

export const summariesFeature = defineFeature('summaries', {
  create({ ask }) {
    const store = createSummariesStore({ ask })
    return { offer: store, reloads: { summaries: store.getState().reload }, reset: () => resetStores(store) }
  },
  screens: {
    summaries: {
      ...screen,
      component: lazyComponent(async () => (await import('./summaries-screen.tsx')).SummariesScreen),
    },
    summary: {
      ...screen,
      perRecord: true,
      component: lazyComponent(async () => (await import('./summary-screen.tsx')).SummaryScreen),
    },
  },
  commands: ({ messages: { summaries }, go }) => [
    { id: 'summaries', label: summaries.title, keys: 'g m', run: go({ screen: 'summaries' }) },
  ],
})

export interface SummaryActions {
  /** Creates a summary or changes the one with this id, and makes its page. Gives it, or null when that failed. */
  save(id: string | null, choices: SummaryChoices): Promise<Summary | null>
  /** Refreshes the sheet and makes the page anew. */
  make(id: string): Promise<boolean>
  /** Writes the lines as a table, and then shows a notice. */
  exportLines(id: string, format: ExportFormat): Promise<void>
  /** Saves the page as a PDF. Where the host cannot, `print` is called. */
  savePdf(id: string, print: () => void): Promise<void>
}

export type SummariesStore = ReturnType<typeof createSummariesStore>

/** The summaries of this computer. Works offline: without the service the page is made of what is stored. */
export function createSummariesStore({ ask }: { readonly ask: AppAsk }) {
  return createCollectionStore<Summary, SummaryActions>(
    {
      list: () => ask('summaries.list', {}),
      rename: ({ id }, name) => ask('summaries.rename', { id, name }),
      forget: ({ id }) => ask('summaries.forget', { id }),
    },
    ({ mutation }) => ({
      save: (id, choices) =>
        mutation.run(id ?? 'create', async () => {
          const saved = await ask('summaries.save', { id, ...choices, blocks: [...choices.blocks] })
          return ask('summaries.make', { id: saved.id, refresh: false })
        }),
      make: (id) => mutation.succeeds(id, () => ask('summaries.make', { id, refresh: true })),
      async exportLines(id, format) {
        const file = await mutation.run('export', () => ask('summaries.export', { id, format }))
        if (file?.saved) noticeSaved({ message: messagesNow().summaries.saved(file.name), file: file.file })
      },
      async savePdf(id, print) {
        const answer = await mutation.run('pdf', async () => ({ file: await ask('summaries.print', { id }) }))
        if (!answer) return
        if (!answer.file) print()
        else if (answer.file.saved)
          noticeSaved({ message: messagesNow().summaries.saved(answer.file.name), file: answer.file.file })
      },
    }),
  )
}
