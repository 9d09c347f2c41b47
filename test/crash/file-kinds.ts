import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { createPassphraseVault } from '../../main/kernel/vault/vault.ts'
import { openMarker } from '../../main/kernel/vault/vault-files.ts'
import { commandPassphrase } from '../kit/command.ts'
import { quickScrypt } from '../kit/in-process.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'
import { type CrashKind, momentOf, startWriter } from './crash-kit.ts'

/** Files that are replaced in one step, killed before it: the old file is there whole. */

const vaultWrite: CrashKind = {
  name: 'a passphrase vault keeps the last finished write after SIGKILL',
  kills: 6,
  async prepare() {
    const dataDir = await temporaryFolder()
    const vaultThere = async () =>
      createPassphraseVault({ dataDir, marker: await openMarker(dataDir), cost: quickScrypt })
    await (await vaultThere()).create(commandPassphrase)
    let finished = 0
    return {
      attempt(round) {
        const parts = finished + (round + 1) * 3
        const { victim, lines } = startWriter('write-vault.ts', dataDir)
        const lastLine = () => Number(lines().at(-1) ?? 0)
        return {
          victim,
          mayStrike: () => lastLine() >= parts,
          momentMs: momentOf(round, 5),
          async check() {
            const vault = await vaultThere()
            await vault.unlock(commandPassphrase)
            const counted = Number(await vault.read('counter'))
            // A write may have been renamed into place and not yet written out.
            expect(counted).toBeGreaterThanOrEqual(lastLine())
            finished = counted
          },
        }
      },
      async finish() {
        await vaultThere()
        const files = (await readdir(dataDir)).map((name) => name.replace(/^vault\.lock\.\d+(\.free)?$/, 'vault.lock'))
        expect(files.sort()).toEqual(['vault.bin', 'vault.json', 'vault.lock'])
      },
    }
  },
}

const formats = ['xlsx', 'csv-excel', 'csv-raw'] as const

const exportedFile: CrashKind = {
  name: 'an export leaves the old file whole after SIGKILL',
  kills: formats.length,
  async prepare() {
    return {
      async attempt(round) {
        const folder = await temporaryFolder()
        const target = path.join(folder, 'leads')
        await writeFile(target, 'antigo')
        const { victim } = startWriter('export-rows.ts', target, formats[round] ?? '')
        return {
          victim,
          async mayStrike() {
            const temporary = (await readdir(folder)).find((name) => name.endsWith('.cruza-tmp'))
            return temporary !== undefined && (await stat(path.join(folder, temporary))).size > 1_000_000
          },
          momentMs: 0,
          async check() {
            expect(await readFile(target, 'utf8')).toBe('antigo')
          },
        }
      },
    }
  },
}

export const fileKinds: readonly CrashKind[] = [vaultWrite, exportedFile]
