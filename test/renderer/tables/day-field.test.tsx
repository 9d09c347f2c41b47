import { screen } from '@testing-library/react'
import { act, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import type { DayRange } from '../../../preload/values/periods.ts'
import { DayRangeFields } from '../../../renderer/tables/day-field.tsx'
import { fill, render } from '../../kit/render.tsx'
import { describedBy, pressKey } from '../../kit/screen-parts.ts'

const texts = ptBR.tables.day

/** Both fields of a period, and every value that they gave. */
async function openFields(days: DayRange = { from: null, to: null }) {
  const ranges: DayRange[] = []
  function Fields() {
    const [range, setRange] = useState(days)
    const take = (next: DayRange) => {
      ranges.push(next)
      setRange(next)
    }
    return <DayRangeFields labels={{ from: 'De', to: 'Até' }} days={range} onChange={take} />
  }
  await render(<Fields />)
  const leave = (label: string) =>
    act(async () => void screen.getByLabelText(label).dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  /** Letter by letter, as people type, then the field is left. */
  const typeInto = async (label: string, text: string) => {
    for (let length = 1; length <= text.length; length += 1)
      await fill(screen.getByLabelText(label), text.slice(0, length))
    await leave(label)
  }
  return { given: ranges, typeInto }
}

const below = (label: string) => describedBy(screen.getByLabelText(label))

describe('a typed day', () => {
  it.each([
    ['31/04/2026', texts.impossible],
    ['29/02/2026', texts.impossible],
    ['45/13/2026', texts.impossible],
    ['11/20/2026', texts.impossible],
    ['2026-02-30', texts.impossible],
    ['20/11/20', texts.unreadable],
    ['20/11', texts.unreadable],
    ['20/11/20261', texts.unreadable],
    ['amanhã', texts.unreadable],
  ])('that does not exist stays as it was typed and is no day: %s', async (text, sentence) => {
    const { given, typeInto } = await openFields()
    await typeInto('De', text)
    expect(screen.getByLabelText<HTMLInputElement>('De').value).toBe(text)
    expect(below('De')).toBe(sentence)
    expect(given.at(-1)).toEqual({ from: text, to: null })
  })

  it.each(['20/11/2026', '20.11.2026', '20112026', '2026-11-20'])(
    '%s is shown as a day once it is left',
    async (text) => {
      const { given, typeInto } = await openFields()
      await typeInto('De', text)
      expect(screen.getByLabelText<HTMLInputElement>('De').value).toBe('20/11/2026')
      expect(given.at(-1)).toEqual({ from: '2026-11-20', to: null })
    },
  )

  it('takes the place of the day before it, also when it is none', async () => {
    const { given, typeInto } = await openFields({ from: '2026-11-01', to: null })
    await typeInto('De', '31/11/2026')
    expect(screen.getByLabelText<HTMLInputElement>('De').value).toBe('31/11/2026')
    expect(given.some(({ from }) => from === '2026-11-01')).toBe(false)
  })

  it('is no mistake while it is half typed', async () => {
    await openFields()
    await fill(screen.getByLabelText('De'), '31/0')
    expect(below('De')).toBe('')
    await pressKey(screen.getByLabelText('De'), 'Enter')
    expect(below('De')).toBe(texts.unreadable)
  })
})

describe('a period', () => {
  it('that ends before it begins is refused under its last day', async () => {
    const { typeInto } = await openFields({ from: '2026-11-20', to: null })
    await typeInto('Até', '19/11/2026')
    expect(below('Até')).toBe(texts.reversed)
    await typeInto('Até', '20/11/2026')
    expect(below('Até')).toBe('')
  })

  it('that starts in the future is pointed out', async () => {
    const { typeInto } = await openFields()
    await typeInto('De', '01/01/2199')
    expect(below('De')).toBe(texts.future)
    await typeInto('Até', '31/12/2199')
    expect(below('Até')).toBe('')
  })
})
