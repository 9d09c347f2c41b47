import { IconSparkles } from '@tabler/icons-react'
import type { Connection } from '../../preload/contract/connections.ts'
import { type Feature, lazyComponent, useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { type Captain, createCaptain } from './captain-stores.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** The AI module; `part` is the tab, assistants when absent; with `id` one of its things is open. */
    captain: { connection?: string | undefined; part?: string | undefined; id?: number }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    captain: Captain
  }
}

const CaptainScreen = lazyComponent(async () => (await import('./screen.tsx')).CaptainScreen)

export const captainFeature: Feature<'captain'> = {
  item: {
    group: 'platform',
    icon: IconSparkles,
    label: ({ app }) => app.navigation.captain,
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
      ofConnection: CaptainOfPlace,
      inConnection: ({ part }, connection) => ({ screen: 'captain', connection, part }),
      help: ['criar assistente', 'assistente', 'inteligência artificial'],
    },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'captain', label: app.commands.goToCaptain, keys: 'g i', run: go({ screen: 'captain' }) },
  ],
}

interface CaptainOfPlaceProps {
  readonly place: PlaceOf<'captain'>
  readonly connection: Connection
}

function CaptainOfPlace({ place, connection: { id: connection, base_url } }: CaptainOfPlaceProps) {
  const { go, back } = useNavigation()
  const Markdown = useSlot('markdown')
  return (
    <CaptainScreen
      captain={useFeature('captain')}
      connection={connection}
      part={place.part}
      id={place.id}
      now={useApp().now}
      onGo={(part, id) => go({ screen: 'captain', connection, part, ...(id === undefined ? {} : { id }) })}
      onBack={back}
      onActivity={() => go({ screen: 'activity', connection })}
      markdown={(text) => <Markdown text={text} base_url={base_url} />}
    />
  )
}
