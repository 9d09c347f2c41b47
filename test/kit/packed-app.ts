import { readFile } from 'node:fs/promises'
import path from 'node:path'

export interface PackedApp {
  /** What electron-builder makes: emptied before, and started afterwards. */
  readonly folder: string
  readonly program: string
  /** The folder of the archive. */
  readonly resources: string
  /** The file that carries the fuses. */
  readonly fused: string
}

/** Where the unpacked app of a system lies in `dist`, by electron-builder's names. */
export function packedApp(
  dist: string,
  { platform, arch }: { readonly platform: string; readonly arch: string },
): PackedApp {
  if (platform === 'darwin') {
    const folder = path.join(dist, arch === 'x64' ? 'mac' : `mac-${arch}`)
    const contents = path.join(folder, 'Cruza.app', 'Contents')
    const framework = path.join(contents, 'Frameworks', 'Electron Framework.framework', 'Electron Framework')
    return {
      folder,
      program: path.join(contents, 'MacOS', 'Cruza'),
      resources: path.join(contents, 'Resources'),
      fused: framework,
    }
  }
  const name = platform === 'win32' ? 'win' : platform
  const folder = path.join(dist, `${name}${arch === 'x64' ? '' : `-${arch}`}-unpacked`)
  const program = path.join(folder, platform === 'win32' ? 'Cruza.exe' : 'cruza')
  return { folder, program, resources: path.join(folder, 'resources'), fused: program }
}

interface ArchiveFolder {
  readonly files: Readonly<Record<string, ArchiveEntry>>
}
interface ArchiveFile {
  readonly size: number
  /** Lies in the folder beside the archive. */
  readonly unpacked?: boolean
}
type ArchiveEntry = ArchiveFolder | ArchiveFile

/** The files of an asar archive by path, each with whether it lies outside. The format: four numbers, then JSON. */
export async function archiveFiles(archive: string): Promise<ReadonlyMap<string, 'inside' | 'outside'>> {
  const bytes = await readFile(archive)
  const header: ArchiveFolder = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12)))
  const files = new Map<string, 'inside' | 'outside'>()
  const walk = (folder: ArchiveFolder, place: string) => {
    for (const [name, entry] of Object.entries(folder.files)) {
      if ('files' in entry) walk(entry, `${place}${name}/`)
      else files.set(`${place}${name}`, entry.unpacked ? 'outside' : 'inside')
    }
  }
  walk(header, '')
  return files
}

/** Electron's fuses in the order of its wire: https://www.electronjs.org/docs/latest/tutorial/fuses */
const fuses = [
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeCliInspect',
  'embeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
] as const
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** Which fuses of a binary are on. After the sentinel come a version, a count, and a digit each. */
export async function fusesOf(binary: string): Promise<Readonly<Record<(typeof fuses)[number], boolean>>> {
  const bytes = await readFile(binary)
  const wire = bytes.indexOf(sentinel) + sentinel.length + 2
  // Every name of the table gets its value.
  return Object.fromEntries(fuses.map((name, index) => [name, bytes[wire + index] === 0x31])) as never
}
