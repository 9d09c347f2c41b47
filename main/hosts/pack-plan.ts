import path from 'node:path'
import { Arch, type Configuration } from 'electron-builder'

/** What is packed, and how, on one system: the app for that system and its processor. */
export interface PackPlan {
  /** As electron-builder calls the system. */
  readonly target: 'linux' | 'mac' | 'windows'
  readonly config: Configuration
}

export interface PackPlanInput {
  readonly platform: NodeJS.Platform
  readonly arch: string
  readonly environment: NodeJS.ProcessEnv
  readonly homepage?: string | undefined
}

const targets: Readonly<Partial<Record<NodeJS.Platform, PackPlan['target']>>> = {
  linux: 'linux',
  darwin: 'mac',
  win32: 'windows',
}

/** Any of them requires signing of the app; electron-builder reads them itself. */
const signingKeys = ['CSC_LINK', 'CSC_NAME', 'WIN_CSC_LINK']
/** Apple takes one of these sets: https://www.electron.build/app-builder-lib.interface.macconfiguration#notarize */
const notarisationKeys = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
]

/**
 * The plan for this system, or undefined where Cruza does not run. An app is packed on its own system and processor
 * alone: `${platform}` in electron-builder.yml is the system that packs, and nobody has seen any other one start. Where
 * keys to sign with are given, an app that could not be signed (on macOS: notarised) is none.
 */
export function packPlan({ platform, arch, environment, homepage }: PackPlanInput): PackPlan | undefined {
  const target = targets[platform]
  if (!target) return undefined
  const isGiven = (name: string) => Boolean(environment[name])
  const signs = signingKeys.some(isGiven)
  const notarises = signs && notarisationKeys.some((keys) => keys.every(isGiven))
  return {
    target,
    config: {
      forceCodeSigning: signs,
      ...(homepage ? { extraMetadata: { homepage } } : {}),
      ...(target === 'mac' ? { mac: { notarize: notarises } } : {}),
      beforePack: (context: { readonly electronPlatformName: string; readonly arch: Arch }) => {
        const requested = `${context.electronPlatformName} ${Arch[context.arch]}`
        if (requested !== `${platform} ${arch}`)
          throw new Error(`${requested} has to be packed on ${requested}, not on ${platform} ${arch}`)
      },
    },
  }
}

/** The folder that electron-builder copies Electron from: the binary's own, on macOS the one that the app lies in. */
export function electronFolderOf(binary: string, platform: NodeJS.Platform): string {
  return platform === 'darwin' ? path.resolve(binary, '..', '..', '..', '..') : path.dirname(binary)
}
