import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import type { Note } from '../../../preload/contract/notes.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { NoticeStrip } from '../../../renderer/app/notice-strip.tsx'
import { type Answers, refuses } from '../../kit/fake-bridge.ts'
import { openApp } from '../../kit/open-app.tsx'
import { fill, render, user } from '../../kit/render.tsx'
import { contactPageOf, nothingRelated } from '../../kit/samples-platform.ts'
import { pressKey } from '../../kit/screen-parts.ts'

const { notes: texts, common } = ptBR
const note = { id: 'n1', text: 'Só fala à tarde', tags: ['VIP'], changed_at: '2026-11-19T12:00:00.000Z' }
const place = { screen: 'contact', connection: 'c1', id: 1 } as const

/** The page of a contact, over a main that stores its note. */
async function openNote(stored: Note | null, answers: Answers = {}) {
  let current = stored
  const app = await openApp(
    {
      'contacts.read': () => contactPageOf(1),
      'contacts.related': () => nothingRelated,
      'notes.of': () => current,
      'notes.tags': () => [{ tag: 'VIP', notes: 3 }],
      'notes.save': ({ text, tags }) => {
        current = text === '' && tags.length === 0 ? null : { ...note, text, tags }
        return current
      },
      ...answers,
    },
    { place },
  )
  await render(<NoticeStrip />)
  const reload = () => act(async () => app.bridge.push({ kind: 'changed', feature: 'notes' }))
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return {
    ...app,
    reload,
    press,
    field: () => screen.findByLabelText<HTMLTextAreaElement>(texts.title, { selector: 'textarea' }),
  }
}

describe('the note about a person', () => {
  it('is one quiet action while there is none, and says where it stays once it is opened', async () => {
    const { press, field } = await openNote(null)
    expect(await screen.findByRole('button', { name: texts.add })).toBeTruthy()
    expect(document.body.textContent).not.toContain(texts.local)
    await press(texts.add)
    expect((await field()).value).toBe('')
    expect(document.body.textContent).toContain(texts.local)
  })

  it('shows text, tags and date, and saves its change with Ctrl+Enter', async () => {
    const { inputs, press, field, reload } = await openNote(note)
    const shown = await screen.findByRole('region', { name: texts.title })
    expect(shown.textContent).toContain('Só fala à tarde')
    expect(within(shown).getByRole('listitem').textContent).toBe('VIP')
    expect(shown.textContent).toContain('atualizada ontem')
    await press(common.edit)
    await fill(await field(), 'Fala de manhã')
    await pressKey(await field(), 'Enter', { ctrlKey: true })
    await reload()
    expect((await screen.findByRole('region', { name: texts.title })).textContent).toContain('Fala de manhã')
    expect(inputs('notes.save')).toMatchObject([
      { connection_id: 'c1', contact_id: 1, text: 'Fala de manhã', tags: ['VIP'] },
    ])
  })

  it('keeps what was typed when the screen is left, and when saving fails', async () => {
    const { go, press, field } = await openNote(null, { 'notes.save': refuses('disk_full') })
    await press(texts.add)
    await fill(await field(), 'Ligar sexta')
    await go({ screen: 'contacts', connection: 'c1' })
    await go(place)
    expect((await field()).value).toBe('Ligar sexta')
    await press(texts.save)
    expect((await screen.findByRole('alert')).textContent).toContain('O disco está cheio')
    expect((await field()).value).toBe('Ligar sexta')
    await press(common.cancel)
    expect(await screen.findByRole('button', { name: texts.add })).toBeTruthy()
  })

  it('is removed by emptying it or by its button, with a way back', async () => {
    const { inputs, press, reload } = await openNote(note)
    await press(texts.remove)
    await reload()
    expect(await screen.findByRole('button', { name: texts.add })).toBeTruthy()
    await press(common.undo)
    await reload()
    expect((await screen.findByRole('region', { name: texts.title })).textContent).toContain('Só fala à tarde')
    expect(inputs('notes.save')).toMatchObject([
      { text: '', tags: [] },
      { text: 'Só fala à tarde', tags: ['VIP'] },
    ])
  })
})
