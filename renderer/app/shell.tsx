import { Button, Group, MantineProvider, Stack, Text, Title, useMantineColorScheme } from '@mantine/core'
import { DatesProvider } from '@mantine/dates'
import { IconCirclesRelation } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { AppState } from '../../preload/contract/app.ts'
import { DraftsContext } from '../kernel/drafts.ts'
import { readyValue } from '../kernel/loadable.ts'
import { languageStore, useMessages } from '../kernel/messages.ts'
import { PreferencesContext } from '../kernel/preferences.ts'
import { ScreenEntriesContext } from '../kernel/screen-entries.ts'
import { ShortcutsContext } from '../kernel/shortcuts.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useCutHints } from '../ui/frame.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { OutsideContext } from '../ui/outside.tsx'
import { FileLinksContext } from '../ui/saved-notice.tsx'
import { TextsContext } from '../ui/texts.tsx'
import { Commands } from './commands.tsx'
import { ErasedScreen } from './erasing.tsx'
import { NoticeStrip } from './notice-strip.tsx'
import { useRuntime } from './runtime.ts'
import { cssVariablesResolver, startingScheme, theme } from './theme.ts'
import { VaultScreen } from './vault-screen.tsx'
import { Workplace } from './workplace.tsx'

/** The content of the window: what is missing before the data can be read, the first screen, or the workplace. */
export function Shell() {
  const messages = useMessages()
  const { feature, shortcuts, openOutside, fileLinks, drafts, offered, hasUnsent } = useRuntime()
  const state = useStore(feature('app').store)
  useCutHints()
  const [scheme] = useState(startingScheme)
  const language = useStore(languageStore, (store) => store.language)

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => {
    const handle = (event: KeyboardEvent) => shortcuts.handle(event)
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [shortcuts])
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (hasUnsent()) event.preventDefault()
    }
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [hasUnsent])

  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme={scheme}>
      <TextsContext value={messages}>
        <ShortcutsContext value={shortcuts}>
          <ScreenEntriesContext value={offered}>
            <OutsideContext value={openOutside}>
              <DraftsContext value={drafts}>
                <DatesProvider settings={{ locale: language === 'pt-BR' ? 'pt-br' : 'en', firstDayOfWeek: 0 }}>
                  <FileLinksContext value={fileLinks}>
                    <NoticeStrip />
                  </FileLinksContext>
                  <LoadableView of={state.app} onRetry={() => void state.load()} loading={<Starting />}>
                    {(ready) => (
                      <PreferencesContext value={{ ...ready, prefer: (change) => void state.prefer(change) }}>
                        <ThemeOf app={ready} />
                        <Stage app={ready} />
                      </PreferencesContext>
                    )}
                  </LoadableView>
                </DatesProvider>
              </DraftsContext>
            </OutsideContext>
          </ScreenEntriesContext>
        </ShortcutsContext>
      </TextsContext>
    </MantineProvider>
  )
}

/** Chooses one of the three. */
function Stage({ app }: { readonly app: AppState }): ReactNode {
  const { navigation, feature } = useRuntime()
  const place = useStore(navigation, (one) => one.place)
  const connections = useStore(feature('connections').store, ({ list }) => list)
  const findable = useStore(feature('search'), (search) => search.findable)
  const [connecting, setConnecting] = useState(false)

  // Nothing was ever stored here, so the person is new: they choose first, and are asked for a passphrase only if
  // needed.
  if (app.phase === 'needs_passphrase' && !app.demo && !connecting) {
    return <Welcome onConnect={() => setConnecting(true)} />
  }
  if (app.phase === 'erased') return <ErasedScreen app={app} />
  if (app.phase !== 'ready' && !app.demo) return <VaultScreen app={app} />
  if (connections.status === 'idle' || connections.status === 'loading') return <Starting />
  const unconnected = readyValue(connections)?.length === 0
  if (unconnected && (findable.status === 'idle' || findable.status === 'loading')) return <Starting />
  // Sheets and runs stay without their connection: a person who still has some is not new.
  const stored = readyValue(findable)
  const newcomer = unconnected && stored?.sheets.length === 0 && stored.runs.length === 0
  const isWelcome = newcomer && !app.demo && place.screen === 'sheets' && !place.create
  return (
    <>
      {isWelcome ? (
        <Welcome onConnect={() => navigation.getState().go({ screen: 'connections', create: true })} />
      ) : (
        <Workplace app={app} />
      )}
      <Commands app={app} />
    </>
  )
}

function Starting() {
  const texts = useMessages().app
  return (
    <main className="lone-screen" aria-busy="true">
      <p className="starting">{texts.starting}</p>
    </main>
  )
}

/** Sets Mantine's colour scheme to the person's preference, which main stores. */
function ThemeOf({ app }: { readonly app: AppState }) {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = app.preferences.theme === 'system' ? 'auto' : app.preferences.theme
  useEffect(() => setColorScheme(scheme), [scheme, setColorScheme])
  return null
}

/** The first screen: two buttons and one sentence. */
function Welcome({ onConnect }: { readonly onConnect: () => void }) {
  const { store, enterDemo } = useRuntime().feature('app')
  const { working, failure } = useStore(store)
  const onDemo = () => void enterDemo()
  const { common } = useMessages()
  const texts = useMessages().app.welcome
  return (
    <main className="lone-screen" id="screen">
      <Stack gap="lg" maw={560} align="center">
        <IconCirclesRelation size={56} stroke={1.5} color="var(--accent)" aria-hidden="true" />
        <Title order={1} size={26} mt="-8px" data-page-title tabIndex={-1}>
          {texts.title}
        </Title>
        <Text size="lg" c="dimmed" ta="center" mt="-12px" style={{ textWrap: 'balance' }}>
          {texts.sentence}
        </Text>
        <Group gap="sm" justify="center">
          <Button size="md" onClick={onDemo} loading={working !== null}>
            {texts.demo}
          </Button>
          <Button size="md" variant="default" onClick={onConnect} disabled={working !== null}>
            {common.connectAccount}
          </Button>
        </Group>
        {failure ? <FailureNotice failure={failure} onRetry={onDemo} /> : null}
      </Stack>
    </main>
  )
}
