import type { settings as portuguese } from '../pt-BR/settings.ts'
import { count } from './common.ts'

export const settings: typeof portuguese = {
  title: 'Settings',
  appearance: 'Appearance',
  language: 'Language',
  languages: { 'pt-BR': 'Português', en: 'English' },
  theme: 'Theme',
  themes: { system: 'Of the system', light: 'Light', dark: 'Dark' },
  pace: 'Pace',
  requestsAtOnce: 'Requests to one account at once',
  paceText:
    'It holds for all downloads and cross-checks of an account together. Fewer requests spare the service; more are faster.',
  idleReads: 'Forms in idle time',
  idleReadsLabel: 'Read kept entries one by one when nothing else is asked of the service',
  idleReadsText:
    'Tells of every entry whether it is complete, to filter by that. Each entry costs a request of the plan of the month, which the team may need; so it is off at first, and what is missing is read when somebody opens the entry. When on, it begins after the next reading of a form, stops at 90% of the plan’s limit and at 1,000 requests a day, and shows what it read in Forms › Account and usage.',
  safety: 'Safety',
  vault: 'Where the keys are kept',
  vaultKinds: {
    keychain: (backend) =>
      `In the system keychain (${backend}). It keeps the keys of the accounts and the key that opens the downloaded data; only your session on this computer can read them.`,
    passphrase: () =>
      'In a vault with a passphrase, because this computer has no system keychain. Without the passphrase nobody reads the keys or the downloaded data.',
    memory: () => 'In memory only, while the demonstration is open. Nothing is stored.',
  },
  vaultStates: {
    open: 'open',
    locked: 'locked',
    unavailable: 'not answering',
    needs_passphrase: 'no passphrase yet',
  },
  data: 'The downloaded data are on this computer, encrypted. Cruza talks to the addresses of your connections only.',
  demo: 'Demonstration',
  demoText: 'An invented account with 20 thousand leads and forms, to try everything without touching real data.',
  demoOpen: 'The demonstration is open. Your real connections and sheets come back when you leave it.',
  erase: {
    title: 'Erase everything from this computer',
    text: 'Before you uninstall Cruza or hand this computer to someone else. Nothing changes on the services.',
    button: 'Erase everything…',
    word: 'erase',
    sheets: (value) => count(value, 'downloaded sheet', 'downloaded sheets'),
    runs: (value) => count(value, 'cross-checked list', 'cross-checked lists'),
    forms: (entries, reviewed) =>
      `${count(entries, 'form entry', 'form entries')}${reviewed === 0 ? '' : `, with ${count(reviewed, 'review that exists only here', 'reviews that exist only here')}`}`,
    formsClosed: 'form entries, where there are any, with the reviews that exist only here',
    connections: (value) => count(value, 'connection, with its access key', 'connections, with their access keys'),
    rest: 'kept conversations, data sets, the record of what was sent and the settings',
    kept: (folder) =>
      `What is under way is ended. Nothing is deleted on the services, nor the files that you exported. Data folder: ${folder}`,
    confirm: 'Erase for good',
    forgotten: 'Forgot the passphrase, or leaving this computer?',
    doneTitle: 'Everything was erased',
    doneText: 'The data of Cruza and the access keys are no longer on this computer. You can uninstall Cruza now.',
    partTitle: 'Almost everything was erased',
    partText:
      'The downloaded data are gone, but what stands below could not be erased now. Unlock the keychain and close other programs that use this folder; Cruza tries again when it opens.',
    quit: 'Close Cruza',
    ended: 'Cruza has ended. Close this page.',
  },
  about: 'About',
  version: (version) => `Cruza ${version}`,
  hosts: {
    electron: 'In its own window',
    browser: 'Open in the browser, served by this computer',
    cli: 'Command line',
  },
  shortcuts: 'Keyboard shortcuts',
}
