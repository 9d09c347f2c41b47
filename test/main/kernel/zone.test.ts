import { describe, expect, it } from 'vitest'
import { AppFailure } from '../../../main/kernel/failure.ts'
import { createZone } from '../../../main/kernel/times.ts'

const hour = 3_600_000

describe('a zone', () => {
  it('knows the summer times that Brazil kept until 2019, to the minute of the change', () => {
    const zone = createZone('America/Sao_Paulo')
    const start = Date.parse('2018-11-04T03:00:00Z')
    const end = Date.parse('2019-02-17T02:00:00Z')
    expect([start - 1, start, end - 1, end].map(zone.offsetMinutesAt)).toEqual([-180, -120, -120, -180])
    expect(zone.offsetMinutesAt(Date.parse('2024-12-25T12:00:00Z'))).toBe(-180)
  })

  it('knows the four zones of Brazil and the years in which Acre moved', () => {
    const at = Date.parse('2024-06-01T12:00:00Z')
    const zones = ['America/Noronha', 'America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco']
    expect(zones.map((name) => createZone(name).offsetMinutesAt(at))).toEqual([-120, -180, -240, -300])
    expect(createZone('America/Rio_Branco').offsetMinutesAt(Date.parse('2010-06-01T12:00:00Z'))).toBe(-240)
  })

  it('gives the parts of the clock on the wall', () => {
    const zone = createZone('America/Sao_Paulo')
    expect(zone.partsAt(Date.parse('2018-11-04T02:59:59.999Z'))).toEqual({
      year: 2018,
      month: 11,
      day: 3,
      hour: 23,
      minute: 59,
      second: 59,
    })
    expect(zone.partsAt(Date.parse('2018-11-04T03:00:00Z'))).toMatchObject({ day: 4, hour: 1, minute: 0 })
  })

  it('keeps the seconds of local mean time before clocks were set by law', () => {
    const zone = createZone('America/Sao_Paulo')
    expect(zone.wallClockAt(Date.parse('1900-01-01T12:00:00Z'))).toBe(Date.parse('1900-01-01T08:53:32Z'))
  })

  it.each([
    'America/Sao_Paulo',
    'America/Cuiaba',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Africa/Casablanca',
    'Europe/Lisbon',
    'UTC',
  ])('agrees with Intl at any moment in %s', (name) => {
    const zone = createZone(name)
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })
    let random = 7
    for (let index = 0; index < 3000; index += 1) {
      random = (Math.imul(random, 1_103_515_245) + 12_345) >>> 0
      const at = Date.UTC(1985, 0, 1) + Math.floor((random / 2 ** 32) * 45 * 8766) * hour + (random % 3600) * 1000
      expect(new Date(zone.wallClockAt(at)).toISOString().slice(0, 19).replace('T', ' ')).toBe(format.format(at))
    }
  })

  it('is refused in the words of the contract when nobody knows its name', () => {
    expect(() => createZone('America/Atlantida')).toThrow(AppFailure)
  })
})
