import { IconHelpCircle } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useStore } from 'zustand'
import { guideSections } from '../../preload/messages/guide-sections.ts'
import {
  type Feature,
  lazyComponent,
  resetStores,
  useApp,
  useFeature,
  useNavigation,
  useSlot,
} from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import type { Place, PlaceOf } from '../kernel/navigation.ts'
import { PageHeader } from '../ui/page-header.tsx'
import {
  createDocumentationStore,
  createHelpStore,
  type DocumentationStore,
  type HelpStore,
  type Reading,
} from './documentation-store.ts'
import { Guide, HelpParts } from './guide.tsx'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** The help on Cruza, or with `part`, `article` or `file` that of a platform. */
    documentation: {
      connection?: string | undefined
      part?: 'platform'
      article?: { readonly category: string; readonly slug: string }
      /** One of the two files for reading programs. */
      file?: 'index' | 'full'
    }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    documentation: { readonly store: DocumentationStore; readonly help: HelpStore }
  }
  interface Slots {
    /** The help beside the screen, whichever it is; nothing while it is closed. */
    help: object
    /** A text in markdown, plain until its reader is there; its links lead to no article of the app. */
    markdown: { readonly text: string; readonly base_url: string }
  }
}

const DocumentationScreen = lazyComponent(async () => (await import('./documentation-screen.tsx')).DocumentationScreen)
const HelpDrawer = lazyComponent(async () => (await import('./help-drawer.tsx')).HelpDrawer)
const MarkdownView = lazyComponent(async () => (await import('./markdown-view.tsx')).MarkdownView)

export const documentationFeature: Feature<'documentation'> = {
  item: {
    group: 'more',
    icon: IconHelpCircle,
    label: ({ app }) => app.navigation.documentation,
    place: { screen: 'documentation' },
  },
  service: 'platform',
  create({ ask, now }) {
    const store = createDocumentationStore({ ask, now })
    const help = createHelpStore({ ask })
    return {
      offer: { store, help },
      reloads: { documentation: store.getState().load },
      reset: () => resetStores(store, help),
    }
  },
  screens: {
    documentation: {
      area: 'documentation',
      service: 'platform',
      component: Documentation,
      inConnection: (_, connection) => ({ screen: 'documentation', connection }),
      help: ['primeiros passos', 'token de acesso'],
    },
  },
  slots: { help: Help, markdown: Markdown },
  tasks: {
    documentation: { place: (connection) => ({ screen: 'documentation', connection, part: 'platform' }) },
  },
  commands: ({ messages: { app }, go }) => [
    { id: 'documentation', label: app.commands.goToDocumentation, keys: 'g d', run: go({ screen: 'documentation' }) },
  ],
}

function Documentation({ place }: { readonly place: PlaceOf<'documentation'> }) {
  const { store } = useFeature('documentation')
  const connection = useFeature('connections').useInUse('platform')
  const NoConnection = useSlot('noConnection')
  const texts = useMessages().documentation.help
  const { now } = useApp()
  const { tasks } = useFeature('tasks').useTaskProps()
  const { go } = useNavigation()
  const part = place.part ?? (readingOf(place) ? 'platform' : 'cruza')
  const parts = (
    <HelpParts
      part={part}
      onGo={(chosen) =>
        go(chosen === 'cruza' ? { screen: 'documentation' } : { screen: 'documentation', part: chosen })
      }
    />
  )
  if (part === 'cruza') {
    return (
      <>
        <PageHeader title={texts.title} />
        {parts}
        <div className="guide-screen">
          <Guide section={guideSections[0]} heading="h2" onGo={(screen) => go({ screen })} />
        </div>
      </>
    )
  }
  if (!connection) return <NoConnection service="platform" />
  return (
    <DocumentationScreen
      parts={parts}
      store={store}
      connection={connection.id}
      reading={readingOf(place)}
      tasks={tasks}
      now={now}
      onRead={(reading) => go(placeOf(connection.id, reading))}
    />
  )
}

function Help() {
  const { help } = useFeature('documentation')
  const opened = useStore(help, (state) => state.opened)
  const { now } = useApp()
  const { go } = useNavigation()
  if (!opened) return null
  return (
    <Suspense fallback={null}>
      <HelpDrawer
        store={help}
        now={now}
        onGo={(screen) => go({ screen })}
        onRead={(connection, reading) => {
          help.getState().close()
          go(connection === null ? { screen: 'documentation', part: 'platform' } : placeOf(connection, reading))
        }}
      />
    </Suspense>
  )
}

function Markdown({ text, base_url }: { readonly text: string; readonly base_url: string }) {
  return (
    <Suspense fallback={<div className="captain-words">{text}</div>}>
      <MarkdownView text={text} base_url={base_url} at={null} articles={noArticles} onArticle={stayHere} />
    </Suspense>
  )
}

const noArticles: readonly never[] = []
const stayHere = () => undefined

function readingOf({ article, file }: PlaceOf<'documentation'>): Reading | null {
  if (article) return { article }
  return file ? { file } : null
}

function placeOf(connection: string, reading: Reading | null): Place {
  return { screen: 'documentation', connection, ...(reading ?? { part: 'platform' }) }
}
