import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createReviewCommands, type OpenDialog } from '../../../renderer/entries/review-commands.ts'
import { toastMessages } from '../../kit/render.tsx'
import { until } from '../../kit/until.ts'
import { openedEntries } from './entries-kit.ts'

describe('the commands of the table', () => {
  it('open the dialog of tags once the brief of the open row is loaded', async () => {
    const made = await openedEntries({ entries: 1000 })
    await until(() => expect(made.state().briefs.size).toBe(201))
    made.state().present('table')
    await made.rows.getState().openDetails(900)
    const asked: OpenDialog[] = []
    const commands = createReviewCommands({
      store: made.store,
      onOpenDialog: (dialog) => asked.push(dialog),
      writeNote: () => false,
    })
    commands.tag()
    await until(() => expect(asked).toEqual([{ kind: 'tag', target: { one: 100 } }]))
    expect(made.state().briefs.get(100)?.sender).toBe('Pessoa 100')
  })
})

describe('a dialog of one entry', () => {
  it('notifies when the change had no effect', async () => {
    const made = await openedEntries()
    await until(() => expect(made.state().briefs.size).toBe(10))
    made.bridge.answer('reviews.change', () => ({ batch: null, changed: 0 }))
    const commands = createReviewCommands({ store: made.store, onOpenDialog: () => undefined, writeNote: () => false })
    const comment = 'fora da área'
    await commands.apply({ one: 10 }, { kind: 'state', state: 'rejeitada', comment })
    expect(toastMessages()).toContain(ptBR.entries.bulk.same)
    expect(made.state().comments).toEqual([comment])
  })
})
