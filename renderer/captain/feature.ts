import { IconSparkles } from '@tabler/icons-react'
import type { AppAsk } from '../kernel/ask.ts'
import { defineFeature, lazyComponent } from '../kernel/feature.ts'
import { createCopilotStore, createPlaygroundStore } from './chats-store.ts'
import { createMutationsStore, createRecordsStore } from './records-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** The AI module. `part` is the tab; without it the assistants are shown. With `id` one record is open. */
    captain: { connection?: string | undefined; part?: string | undefined; id?: number }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    captain: ReturnType<typeof createCaptain>
  }
}

export const captainFeature = defineFeature('captain', {
  item: {
    group: 'platform',
    icon: IconSparkles,
    label: ({ captain }) => captain.title,
    place: { screen: 'captain' },
  },
  service: 'platform',
  create({ ask }) {
    const captain = createCaptain({ ask })
    return { offer: captain, reset: captain.forget }
  },
  screens: {
    captain: {
      area: 'captain',
      service: 'platform',
      ofConnection: lazyComponent(async () => (await import('./screen.tsx')).CaptainScreen),
      inConnection: ({ part }, connection) => ({ screen: 'captain', connection, part }),
      help: ['criar assistente', 'assistente', 'inteligência artificial'],
    },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'captain', label: app.commands.goToCaptain, keys: 'g i', run: go({ screen: 'captain' }) },
  ],
})

/** The stores of the AI module. All belong to one account: what was read of another is dropped. */
export function createCaptain({ ask }: { readonly ask: AppAsk }) {
  const records = createRecordsStore({ ask })
  const connection = () => records.getState().connection
  const { refresh } = records.getState()
  const mutations = createMutationsStore({ ask, connection, refresh })
  const playground = createPlaygroundStore({ ask, connection })
  const copilot = createCopilotStore({
    ask,
    connection,
    started: () => refresh({ resource: 'threads', parent: null }),
  })
  const forget = () => {
    copilot.getState().stopWaiting()
    records.setState(records.getInitialState(), true)
    // A running write stays until its end: there is one write at a time, in any account.
    mutations.getState().clear()
    playground.getState().forget()
    copilot.setState({ threads: {}, failure: null })
  }
  return {
    records,
    mutations,
    playground,
    copilot,
    forget,
    open(id: string) {
      if (connection() === id) return
      if (connection() !== null) forget()
      records.setState({ connection: id })
    },
  }
}
