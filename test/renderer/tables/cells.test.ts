import { describe, expect, it } from 'vitest'
import type { TableColumn } from '../../../preload/contract/table-queries.ts'
import type { Cell } from '../../../preload/contract/tables.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { cellElement, cellHover, cellOriginal, cellText, isDrawn } from '../../../renderer/tables/cells.ts'
import { leadWords } from '../../../renderer/tables/words.ts'

const by = { words: leadWords(ptBR), format: createFormat('pt-BR', 'America/Sao_Paulo') }
const column = (key: string, type: TableColumn['type']): TableColumn => ({ key, type, heading: null })
const time: Cell = { at: Date.parse('2026-11-20T11:12:00Z'), original: '2026-11-20T11:12:00+00:00' }

describe('a cell as it is read', () => {
  it('shows times in the user’s zone and keeps the original for the hover', () => {
    const shown = column('conversa_criada_em', 'time')
    expect(cellText(time, shown, by)).toBe('20/11/2026 08:12')
    expect(cellHover(time, shown, by)).toBe('2026-11-20T11:12:00+00:00')
  })

  it('groups amounts, and never the numbers that name a record', () => {
    expect(cellText(12345, column('mensagens', 'integer'), by)).toBe('12.345')
    expect(cellText(12345, column('contato_id', 'integer'), by)).toBe('12345')
    expect(cellText(12345, column('meta.sender.id', 'integer'), by)).toBe('12345')
  })

  it('shows three decimals at most, and all of them in the hover', () => {
    const rate = column('taxa', 'number')
    expect(cellText(1234.56789, rate, by)).toBe('1.234,568')
    expect(cellHover(1234.56789, rate, by)).toBe('1.234,56789')
    expect(cellText(0, rate, by)).toBe('0')
  })

  it('shows a readable phone and copies the one that came', () => {
    const phone = column('telefone', 'phone')
    expect(cellText('+5511988887777', phone, by)).toBe('(11) 98888-7777')
    expect(cellOriginal('+5511988887777', phone, by)).toBe('+5511988887777')
  })

  it('is empty where nothing is', () => {
    expect(cellText(null, column('nome', 'text'), by)).toBe('')
    expect(cellText(undefined, column('nome', 'text'), by)).toBe('')
  })
})

describe('a cell that is more than text', () => {
  it('draws as many chips as fit, and counts the others', () => {
    const labels = ['vip', 'novo', 'orçamento enviado', 'pós-venda']
    const drawn = cellElement(labels, column('etiquetas_conversa', 'list'), by, 120)
    expect(drawn instanceof Element && drawn.textContent).toBe('vip+3')
    const wide = cellElement(labels, column('etiquetas_conversa', 'list'), by, 900)
    expect(wide instanceof Element && wide.querySelectorAll('.table-chip')).toHaveLength(4)
  })

  it('cuts only a label that may be wider than its column', () => {
    const drawn = cellElement(['orçamento enviado'], column('etiquetas_conversa', 'list'), by, 100)
    expect(drawn?.querySelector('.cut')?.textContent).toBe('orçamento enviado')
    const wide = cellElement(['orçamento enviado'], column('etiquetas_conversa', 'list'), by, 200)
    expect(wide?.querySelector('.cut')).toBeNull()
  })

  it('is never drawn where nothing is', () => {
    expect(isDrawn(['vip'], column('etiquetas_conversa', 'list'))).toBe(true)
    expect(isDrawn([], column('etiquetas_conversa', 'list'))).toBe(false)
    expect(isDrawn('', column('status', 'status'))).toBe(false)
    expect(isDrawn('Ana', column('nome', 'text'))).toBe(false)
  })

  it('shows a status in words beside its colour', () => {
    const drawn = cellElement('open', column('status', 'status'), by, 100)
    expect(drawn instanceof HTMLElement && [drawn.textContent, drawn.style.color]).toEqual([
      'Aberta',
      'var(--status-open)',
    ])
  })

  it('never takes what strangers wrote for markup', () => {
    const drawn = cellElement(['<img src=x>'], column('etiquetas_conversa', 'list'), by, 300)
    expect(drawn instanceof Element && drawn.querySelector('img')).toBeNull()
  })
})
