import { describe, expect, it, vi } from 'vitest'
import { createFormat } from '../../../renderer/kernel/format.ts'

const format = createFormat('pt-BR', 'America/Sao_Paulo')

describe('numbers and sizes', () => {
  it('writes numbers and sizes as Brazilians do', () => {
    expect(format.number(18204)).toBe('18.204')
    expect(format.bytes(999)).toBe('999 B')
    expect(format.bytes(12_400_000)).toBe('12,4 MB')
    expect(format.bytes(3_000_000_000)).toBe('3 GB')
  })

  it('shows durations in the largest unit that fits', () => {
    expect(format.duration(0.2)).toBe('1 s')
    expect(format.duration(12)).toBe('12 s')
    expect(format.duration(170)).toBe('3 min')
    expect(format.duration(3900)).toBe('1 h 5 min')
    expect(format.duration(7200)).toBe('2 h')
  })

  it('cost nothing before the first number is written, since the first format of a process is slow', () => {
    const made = vi.spyOn(Intl, 'NumberFormat')
    const { number } = createFormat('en')
    expect(made).not.toHaveBeenCalled()
    expect(number(18204)).toBe('18,204')
    expect(number(7)).toBe('7')
    expect(made).toHaveBeenCalledOnce()
    made.mockRestore()
  })
})

describe('moments', () => {
  const morning = Date.parse('2026-11-20T11:12:00Z')

  it('are shown in the zone that is asked for', () => {
    expect(format.dateTime(morning)).toBe('20/11/2026 08:12')
    expect(createFormat('pt-BR', 'Asia/Tokyo').dateTime(morning)).toBe('20/11/2026 20:12')
    expect(format.date(Date.parse('2026-11-20T01:00:00Z'))).toBe('19/11/2026')
  })

  it('of yesterday, today and tomorrow are named so', () => {
    expect(format.moment(morning, morning + 3_600_000)).toBe('hoje 08:12')
    expect(format.moment(morning - 86_400_000, morning)).toBe('ontem 08:12')
    expect(format.moment(morning + 86_400_000, morning)).toBe('amanhã 08:12')
    expect(format.moment(morning - 3 * 86_400_000, morning)).toBe('17/11/2026 08:12')
  })

  it('that are none are empty', () => {
    expect(format.dateTime(Number.NaN)).toBe('')
  })

  it('of a calendar day stay that day in every zone', () => {
    expect(createFormat('pt-BR', 'Asia/Tokyo').day('2026-11-20')).toBe('20/11/2026')
  })
})

describe('phones', () => {
  it.each([
    ['+5511988887777', '(11) 98888-7777'],
    ['551133334444', '(11) 3333-4444'],
    ['11988887777', '(11) 98888-7777'],
    ['(11) 98888-7777', '(11) 98888-7777'],
    ['+351912345678', '+351 912 345 678'],
    ['+12025550123', '+1 202 555 0123'],
  ])('%s is read as %s', (text, shown) => {
    expect(format.phone(text)).toBe(shown)
  })

  it.each(['', 'ramal 12', '190', '+55119'])('what is no whole phone stays as it came: %s', (text) => {
    expect(format.phone(text).replace(/\D/g, '')).toBe(text.replace(/\D/g, ''))
  })
})
