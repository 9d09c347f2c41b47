import { diskTarget, withTarget } from '../../../../main/kernel/host-files.ts'
import { saveFile } from '../../../../main/kernel/save-file.ts'
import { createNotedSaves } from '../../../../main/kernel/unfinished-saves.ts'

/** Begins to save rows into the second folder, noted in the first, and never ends. */
const [dataDir = '', target = ''] = process.argv.slice(2)
const { targets } = createNotedSaves({ choose: async () => diskTarget(target) }, dataDir)
await withTarget(targets, 'leads.csv', ({ path }) =>
  saveFile({ path, signal: new AbortController().signal }, async (sink) => {
    await sink.write(Buffer.from('nome;telefone\n'))
    console.log('writing')
    await new Promise((resolve) => setTimeout(resolve, 600_000))
  }),
)
