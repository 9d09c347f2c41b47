import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Platform, build as packApp } from 'electron-builder'
import { catalogues } from '../../preload/messages/catalogue.ts'
import { takeSecrets } from '../kernel/child-process.ts'
import { languageOf } from '../kernel/preferences.ts'
import { build, staleParts } from './build.ts'
import { findElectron } from './find-electron.ts'
import { systemLanguage } from './node-parts.ts'
import { electronFolderOf, packPlan } from './pack-plan.ts'

/**
 * `npm run pack`: builds, and makes the unpacked app for this system in `dist/`, with the same Electron as `npm start`
 * (electron-builder.yml, pack-plan.ts). With `--release` it makes the system's installers. `--homepage=URL` is required
 * for a deb. Exit code 1 and a sentence where nothing can be packed.
 */

const messages = catalogues[languageOf(systemLanguage())].start

async function pack(words: readonly string[]): Promise<number> {
  const { platform, arch, env: environment } = process
  const homepage = words.find((word) => word.startsWith('--homepage='))?.slice('--homepage='.length)
  const plan = packPlan({ platform, arch, environment, homepage })
  if (!plan) return fail(messages.packNotHere(platform))
  const binary = await findElectron({ onDownload: () => console.error(messages.fetchingElectron) })
  if (!binary) return fail(messages.packNeedsElectron)
  if (!(await build(staleParts()))) return fail(messages.buildFailed)
  await packApp({
    targets: Platform.fromString(plan.target).createTarget(words.includes('--release') ? undefined : 'dir'),
    publish: 'never',
    projectDir: path.join(import.meta.dirname, '..', '..'),
    config: {
      ...plan.config,
      electronDist: electronFolderOf(binary, platform),
      // Electron's own first screen is not needed, and electron-builder fails on its folder where it is unpacked.
      afterExtract: async ({ appOutDir }) => {
        for (const place of firstScreens(appOutDir)) await rm(place, { recursive: true, force: true })
      },
    },
  })
  return 0
}

/** Where Electron's first screen lies: on macOS inside the app. */
function firstScreens(folder: string): readonly string[] {
  return [['resources'], ['Electron.app', 'Contents', 'Resources']].map((place) =>
    path.join(folder, ...place, 'default_app.asar'),
  )
}

function fail(sentence: string): number {
  console.error(sentence)
  return 1
}

// electron-builder starts programs of its own.
takeSecrets()
process.exit(await pack(process.argv.slice(2)))
