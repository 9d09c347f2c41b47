import type { Messages } from '../preload/messages/catalogue.ts'
import { backKeys } from './kernel/shortcuts.ts'
import type { Navigation, Place } from './navigation.ts'

/** Something that the person can have done from anywhere: by Ctrl K, by a key, by the native menu. */
export interface Command {
  readonly id: CommandId
  readonly label: string
  readonly keys?: string
  readonly run: () => void
}

type CommandId =
  | 'new-sheet'
  | 'open-list'
  | 'sheets'
  | 'cruzar'
  | 'forms'
  | 'new-form'
  | 'webhooks'
  | 'account'
  | 'conversations'
  | 'contacts'
  | 'reports'
  | 'captain'
  | 'console'
  | 'documentation'
  | 'activity'
  | 'diagnostics'
  | 'connections'
  | 'settings'
  | 'new-connection'
  | 'search'
  | 'shortcuts'
  | 'help'
  | 'back'
  | 'fold'
  | 'theme-light'
  | 'theme-dark'
  | 'theme-system'
  | 'enter-demo'
  | 'leave-demo'

export interface CommandsDeps {
  readonly messages: Messages
  readonly navigation: Pick<Navigation, 'go' | 'back'>
  readonly demo: boolean
  /** The connection to a form service that is in use, if there is one. */
  readonly formsConnection: string | null
  readonly search: () => void
  readonly shortcuts: () => void
  /** Opens the article that fits the screen. */
  readonly help: () => void
  readonly fold: () => void
  readonly theme: (theme: 'light' | 'dark' | 'system') => void
  readonly enterDemo: () => void
  readonly leaveDemo: () => void
}

/**
 * Every command of the app, in the order in which Ctrl K shows them. The ids are what main pushes
 * (`{ kind: 'command', command }` of contract/wire.ts). To add one: a line here and its label in `app.commands`.
 */
export function createCommands(deps: CommandsDeps): readonly Command[] {
  const texts = deps.messages.app.commands
  const go = (place: Place) => () => deps.navigation.go(place)
  return [
    { id: 'new-sheet', label: texts.newSheet, keys: 'g n', run: go({ screen: 'sheets', create: true }) },
    { id: 'open-list', label: texts.openList, keys: 'mod+o', run: go({ screen: 'cruzar' }) },
    { id: 'sheets', label: texts.goToSheets, keys: 'g p', run: go({ screen: 'sheets' }) },
    { id: 'cruzar', label: texts.goToCruzar, keys: 'g c', run: go({ screen: 'cruzar' }) },
    { id: 'forms', label: texts.goToForms, keys: 'g f', run: go({ screen: 'forms' }) },
    ...ofForms(deps, go),
    { id: 'conversations', label: texts.goToConversations, keys: 'g v', run: go({ screen: 'conversations' }) },
    { id: 'contacts', label: texts.goToContacts, keys: 'g t', run: go({ screen: 'contacts' }) },
    { id: 'reports', label: texts.goToReports, keys: 'g r', run: go({ screen: 'reports' }) },
    { id: 'captain', label: texts.goToCaptain, keys: 'g i', run: go({ screen: 'captain' }) },
    { id: 'console', label: texts.goToConsole, keys: 'g o', run: go({ screen: 'console' }) },
    { id: 'documentation', label: texts.goToDocumentation, keys: 'g d', run: go({ screen: 'documentation' }) },
    { id: 'activity', label: texts.goToActivity, keys: 'g h', run: go({ screen: 'activity' }) },
    { id: 'diagnostics', label: texts.goToDiagnostics, run: go({ screen: 'diagnostics' }) },
    { id: 'connections', label: texts.goToConnections, keys: 'g x', run: go({ screen: 'connections' }) },
    { id: 'settings', label: texts.goToSettings, keys: 'g a', run: go({ screen: 'settings' }) },
    { id: 'new-connection', label: texts.newConnection, run: go({ screen: 'connections', create: true }) },
    { id: 'search', label: texts.search, keys: 'mod+k', run: deps.search },
    { id: 'shortcuts', label: texts.shortcuts, keys: '?', run: deps.shortcuts },
    { id: 'help', label: deps.messages.documentation.help.open, keys: 'f1', run: deps.help },
    { id: 'back', label: texts.back, keys: backKeys(), run: deps.navigation.back },
    { id: 'fold', label: texts.fold, keys: 'mod+b', run: deps.fold },
    { id: 'theme-light', label: texts.lightTheme, run: () => deps.theme('light') },
    { id: 'theme-dark', label: texts.darkTheme, run: () => deps.theme('dark') },
    { id: 'theme-system', label: texts.systemTheme, run: () => deps.theme('system') },
    deps.demo
      ? { id: 'leave-demo', label: texts.leaveDemo, run: deps.leaveDemo }
      : { id: 'enter-demo', label: texts.enterDemo, run: deps.enterDemo },
  ]
}

/** What can be done from anywhere where there is a form service. */
function ofForms({ messages, formsConnection }: CommandsDeps, go: (place: Place) => () => void): readonly Command[] {
  const texts = messages.app.commands
  if (formsConnection === null) return []
  return [
    { id: 'new-form', label: texts.newForm, run: go({ screen: 'forms', create: true }) },
    { id: 'webhooks', label: texts.goToWebhooks, run: go({ screen: 'webhooks', connection: formsConnection }) },
    { id: 'account', label: texts.goToAccount, run: go({ screen: 'account', connection: formsConnection }) },
  ]
}
