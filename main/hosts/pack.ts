import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Platform, build as packApp } from 'electron-builder'
import { catalogues } from '../../preload/messages/catalogue.ts'
import { takeSecrets } from '../kernel/child-environment.ts'
import { build, staleParts } from './build.ts'
import { findElectron } from './find-electron.ts'
import { systemLanguage } from './system-language.ts'

/**
 * `npm run pack`: builds, and makes the unpacked app for Linux in `dist/linux-unpacked` as electron-builder.yml says, with
 * the same Electron that `npm start` would run. Exit code 1 and a sentence where there is none to pack.
 */

const messages = catalogues[systemLanguage().startsWith('en') ? 'en' : 'pt-BR'].start

async function pack(): Promise<number> {
  // On another system, electron-builder itself has to fetch the Electron for Linux.
  const electronDist = process.platform === 'linux' ? await electronFolder() : null
  if (electronDist === undefined) return fail(messages.packNeedsElectron)
  if (!(await build(staleParts()))) return fail(messages.buildFailed)
  await packApp({
    targets: Platform.LINUX.createTarget('dir'),
    publish: 'never',
    projectDir: path.join(import.meta.dirname, '..', '..'),
    config: {
      electronDist,
      // Electron's own first screen is of no use here; where it lies unpacked, electron-builder trips over the folder.
      afterExtract: ({ appOutDir }) =>
        rm(path.join(appOutDir, 'resources', 'default_app.asar'), { recursive: true, force: true }),
    },
  })
  return 0
}

async function electronFolder(): Promise<string | undefined> {
  const binary = await findElectron({ onDownload: () => console.error(messages.fetchingElectron) })
  return binary && path.dirname(binary)
}

function fail(sentence: string): number {
  console.error(sentence)
  return 1
}

// electron-builder starts programs of its own.
takeSecrets()
process.exit(await pack())
