import { Kbd, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { AppState } from '../../preload/contract/app.ts'
import type { ServiceKind } from '../../preload/contract/connections.ts'
import { guideSections } from '../../preload/messages/guide-sections.ts'
import { features } from '../features.ts'
import { type Command, type Feature, useSlot } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { backKeys, keyNames, useShortcuts } from '../kernel/shortcuts.ts'
import { Search } from '../search/search.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { screenOf, useRuntime } from './runtime.ts'

const manifests: readonly Feature[] = Object.values(features)

/** What every screen offers while data are open: the commands, and the dialogs of search, shortcuts and help. */
export function Commands({ app }: { readonly app: AppState }) {
  const { feature, screenEntries } = useRuntime()
  const { dialog } = feature('app')
  const open = useStore(dialog, (state) => state.open)
  const commands = useCommands(app)
  const texts = useMessages().app.shortcuts
  const Help = useSlot('help')
  const close = () => dialog.setState({ open: null })
  return (
    <>
      <Help />
      {open === 'search' ? (
        <Search
          onClose={close}
          commands={commands.filter((command) => command.id !== 'search')}
          screenEntries={screenEntries}
        />
      ) : null}
      {open === 'shortcuts' ? (
        <Dialog onClose={close} title={texts.title} size={520}>
          <ShortcutList scope="screen" />
          <ShortcutList scope="everywhere" />
        </Dialog>
      ) : null}
    </>
  )
}

/** Every command with its present state, in the order of Ctrl K. It binds them to their keys and to main's pushes. */
function useCommands(state: AppState): readonly Command[] {
  const messages = useMessages()
  const { navigation, choose, changes, feature } = useRuntime()
  const { store, dialog, enterDemo, leaveDemo } = feature('app')
  const help = useHelp()
  const connections = feature('connections').useList()
  const texts = messages.app.commands
  const { prefer } = store.getState()
  const connectionOf = (service: ServiceKind) =>
    connections.find((one) => one.service === service && one.current)?.id ?? null
  const ofFeatures = manifests.flatMap(
    (one) => one.commands?.({ messages, go: (place) => () => choose(place), connectionOf }) ?? [],
  )
  const commands: readonly Command[] = [
    ...ofFeatures.filter(({ first }) => first),
    ...ofFeatures.filter(({ first }) => !first),
    { id: 'search', label: messages.app.search.label, keys: 'mod+k', run: () => dialog.setState({ open: 'search' }) },
    {
      id: 'shortcuts',
      label: messages.app.shortcuts.title,
      keys: '?',
      run: () => dialog.setState({ open: 'shortcuts' }),
    },
    { id: 'help', label: messages.documentation.help.open, keys: 'f1', run: help },
    { id: 'back', label: texts.back, keys: backKeys(), run: navigation.getState().back },
    { id: 'fold', label: texts.fold, keys: 'mod+b', run: () => void prefer({ narrow: !state.preferences.narrow }) },
    { id: 'theme-light', label: texts.lightTheme, run: () => void prefer({ theme: 'light' }) },
    { id: 'theme-dark', label: texts.darkTheme, run: () => void prefer({ theme: 'dark' }) },
    { id: 'theme-system', label: texts.systemTheme, run: () => void prefer({ theme: 'system' }) },
    state.demo
      ? { id: 'leave-demo', label: messages.app.demo.leave, run: () => void leaveDemo() }
      : { id: 'enter-demo', label: messages.app.demo.enter, run: () => void enterDemo() },
  ]
  useShortcuts(
    commands.flatMap(({ keys, label, run }) => (keys === undefined ? [] : [{ keys, label, run }])),
    'everywhere',
  )
  useEffect(() => changes.onCommand((id) => commands.find((command) => command.id === id)?.run()))
  return commands
}

export function useHelp(): () => void {
  const { navigation, feature } = useRuntime()
  const { help: words, guide: section = guideSections[0] } = screenOf(useStore(navigation, ({ place }) => place))
  const connection = feature('connections').useInUse('platform')?.id ?? null
  return () => void feature('documentation').help.getState().open({ connection, words, section })
}

function ShortcutList({ scope }: { readonly scope: 'screen' | 'everywhere' }) {
  const shortcuts = useRuntime().shortcuts.list(scope)
  const texts = useMessages().app.shortcuts
  if (shortcuts.length === 0) return null
  return (
    <section>
      <Title order={3} mb={4} mt="sm">
        {texts[scope]}
      </Title>
      <dl className="shortcut-list">
        {shortcuts.map((shortcut) => (
          <div key={`${shortcut.keys} ${shortcut.label}`}>
            <dt>{shortcut.label}</dt>
            <dd>
              {keyNames(shortcut.keys).map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
