import { describe, expect, it } from 'vitest'
import { detectedSettings } from '../../../preload/values/list-settings.ts'
import {
  changedSettings,
  columnTypesWith,
  isCustomised,
  keyColumnsWith,
  proposedName,
} from '../../../renderer/cruzar/list-state.ts'
import { inspectionWith } from '../../kit/samples-platform.ts'

const phoneAt = (index: number) => ({ index, kind: 'phone' as const })

describe('the settings of a list', () => {
  it.each([
    ['stay', { encoding: 'utf-16le' }, {}],
    ['stay', { header: false }, {}],
    ['are forgotten', { delimiter: ',' }, { key_columns: null }],
    ['are forgotten with the header', { sheet: 'Plan2' }, { key_columns: null, header: null }],
  ] as const)('with chosen key columns: these %s after %j', (_, change, forgotten) => {
    const chosen = { ...detectedSettings, header: true, key_columns: [phoneAt(1)] }
    expect(changedSettings(chosen, change)).toEqual({ ...chosen, ...forgotten, ...change })
  })

  it('take one more key column beside the recognised ones, or beside the chosen ones', () => {
    const inspection = inspectionWith()
    const list = { inspection, settings: detectedSettings }
    expect(keyColumnsWith(list, 0, 'email')).toEqual([{ index: 0, kind: 'email' }, phoneAt(1)])
    const chosen = { inspection, settings: { ...detectedSettings, key_columns: [phoneAt(0)] } }
    expect(keyColumnsWith(chosen, 2, 'phone')).toEqual([phoneAt(0), phoneAt(2)])
    expect(keyColumnsWith(chosen, 0, 'other')).toEqual([])
  })

  it('take a chosen type of a column in place of another one, and none where its type is found again', () => {
    const types = columnTypesWith(detectedSettings, 1, 'money')
    expect(types).toEqual([{ index: 1, type: 'money' }])
    const chosen = { ...detectedSettings, column_types: types }
    expect(columnTypesWith(chosen, 1, 'text')).toEqual([{ index: 1, type: 'text' }])
    expect(columnTypesWith(chosen, 1, null)).toBeNull()
    expect(changedSettings(chosen, { delimiter: ',' })).toMatchObject({ column_types: null })
  })

  it('are customised once anything was chosen', () => {
    expect(isCustomised(detectedSettings)).toBe(false)
    expect(isCustomised({ ...detectedSettings, header: false })).toBe(true)
  })
})

it.each([
  ['campanha_de  novembro.CSV', 'campanha de novembro'],
  ['lista.final.xlsx', 'lista.final'],
  ['clientes.ODS', 'clientes'],
  ['v1.2 final', 'v1.2 final'],
  ['', ''],
  [`${'a'.repeat(200)}.csv`, 'a'.repeat(150)],
])('the name proposed for %s is readable', (file, name) => {
  expect(proposedName(file)).toBe(name)
})
