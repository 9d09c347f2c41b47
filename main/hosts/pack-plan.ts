import path from 'node:path'
import { Arch, type Configuration } from 'electron-builder'

/** What is packed on one system, and how: the app for that system and its processor. */
export interface PackPlan {
  /** electron-builder's name of the system. */
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

/** With any of them the app must be signed. electron-builder reads them itself. */
const signingKeys = ['CSC_LINK', 'CSC_NAME', 'WIN_CSC_LINK']
/**
 * Apple accepts any one of these sets: https://www.electron.build/app-builder-lib.interface.macconfiguration#notarize
 */
const notarisationKeys = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
]

/**
 * The plan for this system, or undefined where Cruza does not run. An app is packed on its own system and processor
 * only, since `${platform}` in electron-builder.yml is the packing system. Where signing keys are given, packing fails
 * without signing (on macOS: notarisation).
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

/** The folder from which electron-builder copies Electron: the binary's own, on macOS the one that holds the app. */
export function electronFolderOf(binary: string, platform: NodeJS.Platform): string {
  return platform === 'darwin' ? path.resolve(binary, '..', '..', '..', '..') : path.dirname(binary)
}
