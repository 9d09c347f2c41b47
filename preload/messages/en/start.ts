import type { start as portuguese } from '../pt-BR/start.ts'

export const start: typeof portuguese = {
  building: 'Preparing Cruza…',
  fetchingElectron: 'Fetching Electron…',
  noElectron: 'Electron could not be had on this computer; Cruza opens in the browser.',
  noDisplay: 'There is no graphical display in this session; Cruza opens in the browser.',
  electronFailed: 'Electron could not open its window; Cruza opens in the browser.',
  usage: 'npm start -- [--host=electron|browser] [--port=N] [--data-dir=FOLDER] [--no-open] [--demo]',
  portTaken: (port) => `Port ${port} is in use. Choose another with --port=N.`,
}
