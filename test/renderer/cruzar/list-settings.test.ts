import { describe, expect, it } from 'vitest'
import {
  changedSettings,
  detectedSettings,
  isCustomised,
  keyColumnsWith,
  proposedName,
} from '../../../renderer/cruzar/list-state.ts'
import { inspectionWith } from '../../kit/samples-platform.ts'

const inspection = inspectionWith()
describe('the settings of a list', () => {
  it('keep the chosen key columns while only the encoding or the header changes', () => {
    const chosen = { ...detectedSettings, key_columns: [{ index: 1, kind: 'phone' as const }] }
    expect(changedSettings(chosen, { encoding: 'utf-16le' }).key_columns).toEqual(chosen.key_columns)
    expect(changedSettings(chosen, { header: false }).key_columns).toEqual(chosen.key_columns)
  })

  it('forget the chosen key columns when the columns become others', () => {
    const chosen = { ...detectedSettings, header: false, key_columns: [{ index: 1, kind: 'phone' as const }] }
    expect(changedSettings(chosen, { delimiter: ',' })).toEqual({ ...chosen, delimiter: ',', key_columns: null })
    expect(changedSettings(chosen, { sheet: 'Plan2' })).toEqual({ ...detectedSettings, sheet: 'Plan2' })
  })

  it('take one more key column beside the recognised ones', () => {
    const list = { inspection, settings: detectedSettings }
    expect(keyColumnsWith(list, 0, 'email')).toEqual([
      { index: 0, kind: 'email' },
      { index: 1, kind: 'phone' },
    ])
  })

  it('build on what was chosen before, not on what was recognised', () => {
    const settings = { ...detectedSettings, key_columns: [{ index: 0, kind: 'phone' as const }] }
    expect(keyColumnsWith({ inspection, settings }, 2, 'phone')).toEqual([
      { index: 0, kind: 'phone' },
      { index: 2, kind: 'phone' },
    ])
    expect(keyColumnsWith({ inspection, settings }, 0, 'other')).toEqual([])
  })

  it('know whether the user chose anything', () => {
    expect(isCustomised(detectedSettings)).toBe(false)
    expect(isCustomised({ ...detectedSettings, header: false })).toBe(true)
  })
})

describe('the proposed name', () => {
  it('is the readable name of the file', () => {
    expect(proposedName('campanha_de  novembro.CSV')).toBe('campanha de novembro')
    expect(proposedName('lista.final.xlsx')).toBe('lista.final')
    expect(proposedName('')).toBe('')
    expect(proposedName(`${'a'.repeat(200)}.csv`)).toHaveLength(150)
  })
})
