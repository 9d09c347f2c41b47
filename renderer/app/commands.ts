import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { AppState } from '../../preload/contract/app.ts'
import type { ServiceKind } from '../../preload/contract/connections.ts'
import { guideSections } from '../../preload/messages/guide-sections.ts'
import { features } from '../features.ts'
import type { Command, Feature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { backKeys, useShortcuts } from '../kernel/shortcuts.ts'
import { screenOf, useRuntime } from './runtime.ts'

const manifests: readonly Feature[] = Object.values(features)

/** Every command as it is now, in the order of Ctrl K, bound to its keys and to what main pushes. */
export function useCommands(state: AppState): readonly Command[] {
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
    { id: 'search', label: texts.search, keys: 'mod+k', run: () => dialog.setState({ open: 'search' }) },
    { id: 'shortcuts', label: texts.shortcuts, keys: '?', run: () => dialog.setState({ open: 'shortcuts' }) },
    { id: 'help', label: messages.documentation.help.open, keys: 'f1', run: help },
    { id: 'back', label: texts.back, keys: backKeys(), run: navigation.getState().back },
    { id: 'fold', label: texts.fold, keys: 'mod+b', run: () => void prefer({ narrow: !state.preferences.narrow }) },
    { id: 'theme-light', label: texts.lightTheme, run: () => void prefer({ theme: 'light' }) },
    { id: 'theme-dark', label: texts.darkTheme, run: () => void prefer({ theme: 'dark' }) },
    { id: 'theme-system', label: texts.systemTheme, run: () => void prefer({ theme: 'system' }) },
    state.demo
      ? { id: 'leave-demo', label: texts.leaveDemo, run: () => void leaveDemo() }
      : { id: 'enter-demo', label: texts.enterDemo, run: () => void enterDemo() },
  ]
  useShortcuts(
    commands.flatMap(({ keys, label, run }) => (keys === undefined ? [] : [{ keys, label, run }])),
    'everywhere',
  )
  useEffect(() => changes.onCommand((id) => commands.find((command) => command.id === id)?.run()))
  return commands
}

/** Opens the help on the present screen. */
export function useHelp(): () => void {
  const { navigation, feature } = useRuntime()
  const { help: words, guide: section = guideSections[0] } = screenOf(useStore(navigation, ({ place }) => place))
  const connection = feature('connections').useInUse('platform')?.id ?? null
  return () => void feature('documentation').help.getState().open({ connection, words, section })
}
