import type * as portuguese from '../pt-BR/app.ts'
import { count } from './common.ts'

export const app: typeof portuguese.app = {
  skipToContent: 'Skip to content',
  navigation: {
    label: 'Navigation',
    fold: 'Collapse menu',
    unfold: 'Expand menu',
  },
  top: {
    noConnection: 'No account',
    currentConnection: (name) => `Connection in use: ${name}`,
    manageConnections: 'Manage connections…',
    newConnection: 'New connection…',
    search: 'Search or run…',
    vault: 'Vault unlocked: see where access keys are stored',
  },
  starting: 'Opening Cruza…',
  noPageKey: {
    title: 'This tab has no access to Cruza',
    text: 'Each tab needs its own one-time address. Go back to the tab where Cruza is open, or request a new address: it appears in the terminal where Cruza was started.',
    ask: 'Show a new address in the terminal',
    printed: 'Open the most recent address shown in the terminal.',
  },
  welcome: {
    title: 'Welcome to Cruza',
    sentence:
      "Bring your team's leads into sheets that work without internet and find out, in seconds, which people on a phone list your team has already talked to.",
    demo: 'Explore with demo data',
  },
  demo: {
    label: 'Demo',
    band: 'Demo account: the data is made up and is discarded when you leave.',
    leave: 'Leave the demo',
    enter: 'Open the demo',
  },
  vault: {
    createTitle: 'Choose a passphrase for the vault',
    createText:
      'This computer has no system keychain. Cruza keeps the keys of your accounts and the downloaded data in a vault, locked by a passphrase that only you know.',
    unlockTitle: 'Open the vault',
    unlockText: 'Enter the vault passphrase to use your connections and sheets.',
    passphrase: 'Vault passphrase',
    passphraseHint: 'At least 8 characters. A phrase of four or five words is easy to remember and hard to guess.',
    different: 'The passphrases do not match.',
    ifLost:
      'If you lose the passphrase, nobody can recover it: you will have to enter the account keys and download the sheets again. Reviews, notes and tags exist only here and will be lost, except those in a review package. Nothing is lost on the services.',
    create: 'Create the vault',
    unlock: 'Open',
    lockedTitle: 'The keychain is locked',
    lockedText: (backend) =>
      `The keys of your accounts are in the system keychain (${backend}), which is locked. Unlock it and try again; nothing was deleted.`,
    askingTitle: 'macOS is asking for your permission',
    askingText:
      'In the macOS dialog, enter your computer password and choose “Always Allow” so it does not ask every time. If you do not see the dialog, try again; nothing was deleted.',
    unavailableTitle: 'The keychain is not responding',
    unavailableText: (backend) =>
      `Cruza could not reach the system keychain (${backend}). Sign in again or restart the computer; nothing was deleted.`,
    closedTitle: 'The data cannot be opened',
    demoMeanwhile: 'Meanwhile, you can use the demo, which does not need the vault.',
  },
  proxy: {
    band: (proxy) =>
      `The network proxy (${proxy}) requires a user name and password: without them Cruza cannot reach the services.`,
    bandRefused: (proxy) => `The network proxy (${proxy}) did not accept the stored user name and password.`,
    enter: 'Enter user name and password',
    title: 'Sign in to the network proxy',
    text: (proxy) =>
      `Your network user name is usually the one you use on this computer. The password is sent only to ${proxy} and stays in the vault.`,
    username: 'User name',
    password: 'Password',
    submit: 'Sign in',
    refused: 'The proxy did not accept this user name and password. Nothing was stored; check them and try again.',
  },
  notices: {
    records_restored:
      'The file with the list of connections (app.db) was damaged or missing; what could be found was saved as app.db.damaged. A backup has replaced it: check your connections. Sheets, lists and forms are intact.',
    records_lost:
      'The file with the list of connections (app.db) was damaged and was set aside as app.db.damaged. Sheets, lists and forms are intact; set up the connections again.',
    folder_network:
      'The data folder is on a network drive, where a dropped connection can damage the files. Use a folder on this computer: close Cruza, copy the folder and pass it with --data-dir.',
    folder_synced:
      'The data folder is in a synced folder (OneDrive, Dropbox, Google Drive or iCloud), which replaces open files and can damage them. Use another folder: close Cruza, copy the folder and pass it with --data-dir.',
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
    nothing: 'No results.',
    nothingHint:
      'Try the beginning of a word, a phone such as 11 98888-7777 or an action, such as “export”. People are only searched in the cached sheets.',
    recent: 'Recent',
    screen: 'On this screen',
    columns: 'Columns of this table',
    sets: 'Conversation sets',
    datasets: 'Data sets',
    people: 'People in the cached sheets',
    runs: 'Cross-checked lists',
    forms: 'Offline forms',
  },
  commands: {
    openList: 'Cross-check a list',
    goToSheets: 'Go to Sheets',
    goToCruzar: 'Go to Cross-check',
    goToForms: 'Go to Forms',
    goToWebhooks: 'Go to Webhooks',
    goToAccount: 'Go to Forms account and usage',
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
    fold: 'Collapse or expand menu',
    lightTheme: 'Light theme',
    darkTheme: 'Dark theme',
    systemTheme: 'System theme',
    back: 'Back to the previous screen',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    screen: 'On this screen',
    everywhere: 'Everywhere',
  },
  drop: {
    title: 'Cross-check this list',
    hint: 'Drop the file to see what is in it. Nothing is sent until you say so.',
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
  themes: { system: 'Same as the system', light: 'Light', dark: 'Dark' },
  pace: 'Speed',
  requestsAtOnce: 'Simultaneous requests per account',
  paceText:
    'Applies to all downloads and cross-checks of an account together. Fewer requests are easier on the service; more are faster.',
  sheets: 'Sheets',
  sheetVersions: 'Versions kept of each sheet',
  sheetVersionsText:
    'Every reading or refresh is a version. Older ones leave this computer the next time the sheet is read; those that a cross-check shows stay as long as it exists.',
  idleReads: 'Reading forms when idle',
  idleReadsLabel: 'Read offline entries one by one when nothing else is running',
  idleReadsText:
    'Shows whether each entry is complete, so you can filter by it. Each entry uses one request of the monthly plan, which your team may need, so this is off by default; missing details are read when someone opens the entry. When on, it starts after the next reading of a form, stops at 90% of the plan limit and at 1,000 requests a day, and reports its usage in Forms › Account and usage.',
  safety: 'Security',
  vault: 'Where access keys are stored',
  vaultKinds: {
    keychain: (backend) =>
      `In the system keychain (${backend}). It holds your account keys and the key that opens the downloaded data; only your login on this computer can read them.`,
    passphrase: () =>
      'In a vault protected by a passphrase, because this computer has no system keychain. Without the passphrase nobody can read the keys or the downloaded data.',
    memory: () => 'In memory only, while the demo is open. Nothing is stored.',
  },
  vaultStates: {
    open: 'open',
    locked: 'locked',
    unavailable: 'not responding',
    needs_passphrase: 'no passphrase yet',
  },
  data: 'Downloaded data is stored on this computer, encrypted. Cruza only contacts the addresses of your connections.',
  demoText: 'A made-up account with 20,000 leads and forms, to try everything without touching real data.',
  demoOpen: 'The demo is open. Your real connections and sheets come back when you leave it.',
  erase: {
    title: 'Erase everything from this computer',
    text: 'Before you uninstall Cruza or hand this computer to someone else. Nothing changes on the services.',
    button: 'Erase everything…',
    word: 'erase',
    sheets: (value) => count(value, 'downloaded sheet', 'downloaded sheets'),
    runs: (value) => count(value, 'cross-checked list', 'cross-checked lists'),
    forms: (entries, reviewed) =>
      `${count(entries, 'form entry', 'form entries')}${reviewed === 0 ? '' : `, with ${count(reviewed, 'review that exists only here', 'reviews that exist only here')}`}`,
    formsClosed: 'form entries, if there are any, with the reviews that exist only here',
    connections: (value) => count(value, 'connection, with its access key', 'connections, with their access keys'),
    rest: 'saved conversations, data sets, the log of what was sent and the settings',
    kept: (folder) =>
      `Anything in progress is stopped. Nothing is deleted on the services, and exported files stay. Data folder: ${folder}`,
    confirm: 'Erase permanently',
    forgotten: 'Forgot the passphrase, or leaving this computer?',
    doneTitle: 'Everything was erased',
    doneText: 'Cruza’s data and the access keys are no longer on this computer. You can uninstall Cruza now.',
    partTitle: 'Almost everything was erased',
    partText:
      'The downloaded data was erased, but the items below could not be erased now. Unlock the keychain and close other programs that use this folder; Cruza tries again when it opens.',
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
    message: 'Some text has not been sent and will be lost if you close the window.',
    leave: 'Leave anyway',
    stay: 'Go back',
  },
}

export const start: typeof portuguese.start = {
  building: 'Preparing Cruza…',
  buildFailed: 'Cruza could not be prepared; see the reason above.',
  fetchingElectron: 'Downloading Electron (only needed once)…',
  noElectron: 'Electron could not be downloaded; Cruza opens in the browser.',
  noDisplay: 'There is no graphical display in this session; Cruza opens in the browser.',
  electronFailed: 'Electron could not open its window; Cruza opens in the browser.',
  usage: 'Usage: npm start -- [--host=electron|browser] [--port=N] [--data-dir=FOLDER] [--no-open] [--demo]',
  portTaken: (port) => `Port ${port} is in use. Choose another with --port=N.`,
  addressUsed: 'This address has already been used or is not valid. Start Cruza again to get a new one.',
  openPage: 'Open Cruza',
  alreadyOpen: 'Cruza is already open with this data folder; its window was brought to the front.',
  oldNode:
    'Cruza needs Node 24 or newer, and this is {version}. Install Node 24 from https://nodejs.org and run the two commands again.',
  packNotHere: (system) => `Cruza does not run on ${system}; package it on Linux, Windows or macOS.`,
  packNeedsElectron:
    'Packaging needs Electron, which could not be downloaded: check the network, or set ELECTRON_OVERRIDE_DIST_PATH to the folder of a copy you already have.',
}

export const demo: typeof portuguese.demo = {
  platformName: 'Support (demo)',
  formsName: 'Forms (demo)',
  sheetName: 'This year’s leads',
  exampleListName: 'example-campaign.csv',
}
