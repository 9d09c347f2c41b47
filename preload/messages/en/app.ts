import type * as portuguese from '../pt-BR/app.ts'
import { count } from './common.ts'

export const app: typeof portuguese.app = {
  skipToContent: 'Skip to content',
  navigation: {
    label: 'Navigation',
    fold: 'Fold the menu',
    unfold: 'Unfold the menu',
  },
  top: {
    noConnection: 'No account',
    currentConnection: (name) => `Connection in use: ${name}`,
    manageConnections: 'Manage connections…',
    newConnection: 'New connection…',
    search: 'Search or run…',
    vault: 'Vault open: see where the keys are kept',
  },
  starting: 'Opening Cruza…',
  noPageKey: {
    title: 'This tab has no access to Cruza',
    text: 'Each tab enters by an address that is good for one use. Go back to the tab where Cruza is open, or ask for another address: it appears in the terminal where Cruza was started.',
    ask: 'Show another address in the terminal',
    printed: 'Open the last address in the terminal.',
  },
  welcome: {
    title: 'Welcome to Cruza',
    sentence:
      "Bring your team's leads into sheets that work without internet and find out, in seconds, who on a phone list is already being attended.",
    demo: 'Explore with demonstration data',
  },
  demo: {
    label: 'Demonstration',
    band: 'Demonstration account: the data are invented and vanish when you leave.',
    leave: 'Leave the demonstration',
    enter: 'Open the demonstration',
  },
  vault: {
    createTitle: 'Choose the passphrase of the vault',
    createText:
      'This computer has no system keychain. Cruza keeps the keys of your accounts and the downloaded data in a vault, locked by a passphrase that only you know.',
    unlockTitle: 'Open the vault',
    unlockText: 'Enter the passphrase of the vault to use your connections and sheets.',
    passphrase: 'Passphrase of the vault',
    passphraseHint: 'At least 8 characters. A phrase of four or five words is easy to remember and hard to guess.',
    different: 'The two passphrases are not the same.',
    ifLost:
      'If the passphrase is lost, nobody can bring it back: the keys of the accounts have to be entered again and the sheets downloaded once more. Reviews, notes and tags of entries exist only here and are lost, except those in a review package. Nothing is lost in the services.',
    create: 'Create the vault',
    unlock: 'Open',
    lockedTitle: 'The keychain is locked',
    lockedText: (backend) =>
      `The keys of your accounts are in the system keychain (${backend}), which is locked. Unlock it and try again; nothing was deleted.`,
    askingTitle: 'macOS is asking for your permission',
    askingText:
      'Answer the system’s window: enter the password of the computer and choose “Always Allow”, so that it does not ask every time. If the window does not show, try again; nothing was deleted.',
    unavailableTitle: 'The keychain does not answer',
    unavailableText: (backend) =>
      `Cruza could not reach the system keychain (${backend}). Sign in again or restart the computer; nothing was deleted.`,
    closedTitle: 'The data cannot be opened',
    demoMeanwhile: 'Meanwhile, the demonstration works without the vault.',
  },
  proxy: {
    band: (proxy) =>
      `The network proxy (${proxy}) asks for a user name and a password: without them Cruza cannot reach the services.`,
    bandRefused: (proxy) => `The network proxy (${proxy}) did not accept the stored user name and password.`,
    enter: 'Enter user name and password',
    title: 'Sign in to the network proxy',
    text: (proxy) =>
      `Your network user name is usually that of the computer. The password is sent to ${proxy} only and stays in the vault.`,
    username: 'User name',
    password: 'Password',
    submit: 'Sign in',
    refused: 'The proxy did not accept this user name and password. Nothing was stored; check them and try again.',
  },
  notices: {
    records_restored:
      'The file with the list of connections (app.db) was damaged or gone; what was there of it is in app.db.damaged. Its copy has taken its place: check the connections. Sheets, lists and forms are whole.',
    records_lost:
      'The file with the list of connections (app.db) was damaged and was set aside as app.db.damaged. Sheets, lists and forms are whole; make the connections again.',
    folder_network:
      'The data folder is on the network, where a lost connection can damage the files. Use a folder of this computer: close Cruza, copy the folder and name it in --data-dir.',
    folder_synced:
      'The data folder lies in a synced folder (OneDrive, Dropbox, Google Drive or iCloud), which replaces open files and can damage them. Use another one: close Cruza, copy the folder and name it in --data-dir.',
    dismiss: 'Got it',
  },
  notice: {
    label: 'Notices',
    times: (value) => `${value} times`,
    waiting: (value) => (value === 1 ? '1 more notice' : `${value} more notices`),
    closeAll: 'Dismiss all',
    showFile: 'Show in folder',
  },
  search: {
    label: 'Search or run',
    placeholder: 'Action, column, sheet, list, person or phone…',
    nothing: 'Nothing of that name.',
    nothingHint:
      'Try the beginning of a word, a phone such as 11 98888-7777 or an action, such as “export”. People are looked for in the cached sheets alone.',
    recent: 'Recent',
    screen: 'On this screen',
    columns: 'Columns of this table',
    sets: 'Conversation sets',
    datasets: 'Data sets',
    people: 'People in the cached sheets',
    runs: 'Cross-checked lists',
    forms: 'Kept forms',
  },
  commands: {
    openList: 'Cross-check a list',
    goToSheets: 'Go to Sheets',
    goToCruzar: 'Go to Cross-check',
    goToForms: 'Go to Forms',
    goToWebhooks: 'Go to Webhooks',
    goToAccount: 'Go to Account and usage of forms',
    goToConversations: 'Go to Conversations',
    goToContacts: 'Go to Contacts',
    goToReports: 'Go to Reports',
    goToCaptain: 'Go to AI',
    goToConsole: 'Go to Console',
    goToDocumentation: 'Go to Help',
    goToActivity: 'Go to Activity',
    goToDiagnostics: 'Go to Diagnostics',
    goToConnections: 'Go to Connections',
    goToSettings: 'Go to Settings',
    fold: 'Fold or unfold the menu',
    lightTheme: 'Light theme',
    darkTheme: 'Dark theme',
    systemTheme: 'Theme of the system',
    back: 'Back to the previous place',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    screen: 'On this screen',
    everywhere: 'Everywhere',
  },
  drop: {
    title: 'Cross-check this list',
    hint: 'Drop the file to see what is in it. Nothing is sent before you say so.',
    several: 'Drop one file at a time.',
    notAFile: 'This is not a list file. Drop a CSV, TXT, XLSX, ODS, XLS, HTML, VCF or ZIP.',
  },
}

export const settings: typeof portuguese.settings = {
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
}

export const menu: typeof portuguese.menu = {
  file: 'File',
  newSheet: 'New sheet…',
  openList: 'Cross-check a list…',
  connections: 'Connections',
  settings: 'Settings',
  quit: 'Quit',
  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  view: 'View',
  resetZoom: 'Actual size',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fullScreen: 'Full screen',
  window: 'Window',
  minimize: 'Minimize',
  zoom: 'Zoom',
  close: 'Close',
  help: 'Help',
  search: 'Search or run…',
  shortcuts: 'Keyboard shortcuts',
  about: 'About Cruza',
  services: 'Services',
  hide: 'Hide Cruza',
  hideOthers: 'Hide others',
  showAll: 'Show all',
  devTools: 'Developer tools',
  front: 'Bring all to front',
  unsent: {
    message: 'Some text was not sent; it is lost with the window.',
    leave: 'Leave anyway',
    stay: 'Go back',
  },
}

export const start: typeof portuguese.start = {
  building: 'Preparing Cruza…',
  buildFailed: 'Cruza could not be prepared; the reason stands above.',
  fetchingElectron: 'Fetching Electron, just this once…',
  noElectron: 'Electron could not be had on this computer; Cruza opens in the browser.',
  noDisplay: 'There is no graphical display in this session; Cruza opens in the browser.',
  electronFailed: 'Electron could not open its window; Cruza opens in the browser.',
  usage: 'Usage: npm start -- [--host=electron|browser] [--port=N] [--data-dir=FOLDER] [--no-open] [--demo]',
  portTaken: (port) => `Port ${port} is in use. Choose another with --port=N.`,
  addressUsed: 'This address was used already or is not yours. Start Cruza again to get another one.',
  openPage: 'Open Cruza',
  alreadyOpen: 'Cruza is already open with this data folder; its window came to the front.',
  oldNode:
    'Cruza needs Node 24 or newer, and this one is {version}. Install Node 24 from https://nodejs.org and repeat the two commands.',
  packNotHere: (system) => `Cruza does not run on ${system}; pack it on Linux, Windows or macOS.`,
  packNeedsElectron:
    'Packing needs Electron, and it could not be had: check the network, or name the folder of a downloaded one in ELECTRON_OVERRIDE_DIST_PATH.',
}

export const demo: typeof portuguese.demo = {
  platformName: 'Support (demonstration)',
  formsName: 'Forms (demonstration)',
  sheetName: 'Leads of this year',
  exampleListName: 'example-campaign.csv',
}
