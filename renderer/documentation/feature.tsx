import { IconHelpCircle } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useStore } from 'zustand'
import { defineFeature, lazyComponent, resetStores, useFeature } from '../kernel/feature.ts'
import {
  createDocumentationStore,
  createHelpStore,
  type DocumentationStore,
  type HelpStore,
} from './documentation-store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** The help about Cruza, or with `part`, `article` or `file` the documentation of a platform. */
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
    /** The help beside any screen; empty while it is closed. */
    help: object
    /** A text in markdown, as plain text until its component is loaded. Its links open no article of the app. */
    markdown: { readonly text: string; readonly base_url: string }
  }
}

const HelpDrawer = lazyComponent(async () => (await import('./help.tsx')).HelpDrawer)
const MarkdownView = lazyComponent(async () => (await import('./markdown-view.tsx')).MarkdownView)

export const documentationFeature = defineFeature('documentation', {
  item: {
    group: 'more',
    icon: IconHelpCircle,
    label: ({ documentation }) => documentation.help.title,
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
      component: lazyComponent(async () => (await import('./documentation-screen.tsx')).DocumentationScreen),
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
})

function Help() {
  const opened = useStore(useFeature('documentation').help, (state) => state.opened)
  return opened ? (
    <Suspense fallback={null}>
      <HelpDrawer />
    </Suspense>
  ) : null
}

function Markdown({ text, base_url }: { readonly text: string; readonly base_url: string }) {
  return (
    <Suspense fallback={<div className="captain-words verbatim">{text}</div>}>
      <MarkdownView text={text} base_url={base_url} at={null} articles={noArticles} onArticle={stayHere} />
    </Suspense>
  )
}

const noArticles: readonly never[] = []
const stayHere = () => undefined
