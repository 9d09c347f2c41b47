import { IconHistory } from '@tabler/icons-react'
import { createStore } from 'zustand'
import type { Exported } from '../../preload/contract/writes.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { defineFeature, lazyComponent, resetStores } from '../kernel/feature.ts'
import { createLatest, type Loadable } from '../kernel/loadable.ts'
import { createSentStore, type SentStore } from './sent-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    activity: { part?: 'sent' | 'exports' | undefined }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    activity: { readonly sent: SentStore; readonly exports: ExportsStore }
  }
}

export const activityFeature = defineFeature('activity', {
  item: {
    group: 'app',
    icon: IconHistory,
    label: ({ activity }) => activity.title,
    place: { screen: 'activity' },
  },
  create({ ask }) {
    const exports = createExportsStore({ ask })
    const sent = createSentStore({ ask })
    const { reload } = sent.getState()
    return {
      offer: { sent, exports },
      reloads: { activity: reload, writes: reload, cruzar: reload, exports: exports.getState().reload },
      reset: () => resetStores(sent, exports),
    }
  },
  screens: {
    activity: {
      area: 'activity',
      component: lazyComponent(async () => (await import('./screen.tsx')).ActivityScreen),
      help: ['enviar mensagem', 'mensagens', 'conversas'],
      guide: 'offline',
    },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'activity', label: app.commands.goToActivity, keys: 'g h', run: go({ screen: 'activity' }) },
  ],
})

/** The newest exports, and how many there are in all. */
export interface ListedExports {
  readonly exports: readonly Exported[]
  readonly total: number
}

export interface ExportsState {
  readonly list: Loadable<ListedExports>
  /** More exports are being loaded, or the same ones again. */
  readonly busy: boolean
  /** The most that are listed. */
  readonly limit: number
  load(): Promise<unknown>
  /** Loads the list again if it was loaded before. */
  reload(): Promise<unknown>
  showMore(): Promise<unknown>
}

export type ExportsStore = ReturnType<typeof createExportsStore>

/** Lines at first and with each "show more". */
const step = 100
/** The most that the contract gives at once. */
const mostAtOnce = 500

export function createExportsStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<ExportsState>()((set, get) => {
    const list = createLatest<ExportsState, 'list'>({ get, set, key: 'list', busy: 'busy' })
    const load = () => list.load(() => newest(ask, get().limit))
    return {
      list: { status: 'idle' },
      busy: false,
      limit: step,
      load,
      reload: async () => (get().list.status === 'idle' ? null : load()),
      showMore() {
        set({ limit: get().limit + step })
        return load()
      },
    }
  })
}

async function newest(ask: AppAsk, limit: number): Promise<ListedExports> {
  const exports: Exported[] = []
  for (;;) {
    const from = exports.length
    const page = await ask('activity.exports', { from, count: Math.min(mostAtOnce, limit - from) })
    exports.push(...page.exports)
    if (exports.length >= Math.min(limit, page.total) || page.exports.length === 0) return { ...page, exports }
  }
}
