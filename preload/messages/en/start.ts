import type { start as portuguese } from '../pt-BR/start.ts'

export const start: typeof portuguese = {
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
