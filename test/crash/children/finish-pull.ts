import { createSheetHandlers } from '../../../main/sheets/data/sheet-handlers.ts'
import { noHolders, sheetNotesIn } from '../../kit/in-process.ts'

/** `finish-pull.ts DIR KEY`: finishes the pull of `s1`. Writes the number of each step. */
const [dir = '', key = ''] = process.argv.slice(2)
const { handlers } = createSheetHandlers({
  dir,
  key,
  notes: sheetNotesIn(dir),
  holders: noHolders,
  now: () => new Date(),
  zone: () => 'America/Sao_Paulo',
})
let steps = 0
const call = { signal: new AbortController().signal, progress: () => console.log(++steps) }
await handlers['sheets.finish']({ id: 's1', numbered: true }, call)
