import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSavedFiles, withTarget } from '../../../main/kernel/host-files.ts'
import { temporaryFolder } from '../../kit/temporary-folder.ts'

describe('a saved file', () => {
  /** A host that saves under the name that the person gives. */
  async function saving(given: (name: string) => string = (name) => name) {
    const folder = await temporaryFolder()
    const used: string[] = []
    const host = {
      choose: async (name: string) => ({
        path: path.join(folder, given(name)),
        name: given(name),
        async done() {},
        async discard() {},
      }),
    }
    const files = createSavedFiles(host, {
      open: async (file) => {
        used.push(`open ${path.basename(file)}`)
        return !file.endsWith('.json')
      },
      show: (file) => void used.push(`show ${path.basename(file)}`),
    })
    const save = async (name: string) => {
      const saved = await withTarget(files.targets, name, ({ path: file }) => writeFile(file, 'x'))
      return saved?.target.file?.id ?? ''
    }
    return { folder, files, save, used }
  }

  test('is opened and shown by the id of its target', async () => {
    const { files, save, used } = await saving()
    const id = await save('Leads.xlsx')
    await files.open(id)
    await files.show(id)
    expect(used).toEqual(['open Leads.xlsx', 'show Leads.xlsx'])
  })

  test('that was deleted, or replaced by a folder, is reported as gone', async () => {
    const { folder, files, save, used } = await saving()
    const id = await save('Leads.xlsx')
    await rm(path.join(folder, 'Leads.xlsx'))
    await expect(files.open(id)).rejects.toThrow('file_gone')
    await mkdir(path.join(folder, 'Leads.xlsx'))
    await expect(files.show(id)).rejects.toThrow('file_gone')
    expect(used).toEqual([])
  })

  test('that was saved under another ending is shown and not opened', async () => {
    const { files, save, used } = await saving((name) => name.replace('.csv', '.bat'))
    const id = await save('Leads.csv')
    await expect(files.open(id)).rejects.toThrow('file_no_program')
    await files.show(id)
    expect(used).toEqual(['show Leads.bat'])
  })

  test('without a program for it is reported as that', async () => {
    const { files, save } = await saving()
    await expect(files.open(await save('Respostas.json'))).rejects.toThrow('file_no_program')
  })

  test('is known by no path and no invented id, and not while it is not written', async () => {
    const { folder, files, save } = await saving()
    await save('Leads.xlsx')
    for (const id of [path.join(folder, 'Leads.xlsx'), 'x', '']) {
      await expect(files.open(id)).rejects.toThrow('not_found')
      await expect(files.show(id)).rejects.toThrow('not_found')
    }
    const target = await files.targets.choose('Novo.xlsx')
    await expect(files.open(target?.file?.id ?? '')).rejects.toThrow('not_found')
  })

  test('of a host without programs has no id', async () => {
    const { targets } = createSavedFiles(
      { choose: async (name) => ({ path: name, name, async done() {}, async discard() {} }) },
      undefined,
    )
    expect((await targets.choose('Leads.xlsx'))?.file).toBeUndefined()
  })
})
