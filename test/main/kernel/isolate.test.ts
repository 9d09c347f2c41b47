import { expect, test } from 'vitest'
import { catalogues } from '../../../preload/messages/catalogue.ts'
import { isolate, joinFacts } from '../../../preload/messages/isolate.ts'

const { sheets, cli, failures } = catalogues['pt-BR']
/** Turns what follows around, until the end of the paragraph. */
const override = '\u202E'

test('a name cannot turn around its sentence', () => {
  expect(sheets.forget.title(`Base${override}txt.exe\u2069\u200F`)).toBe('Esquecer “Basetxt.exe”?')
  expect(failures.timeout({ host: `a${override}b` })).toMatch(/^ab não respondeu/)
  expect(cli.pulled(override, 3, 'completa')).toBe(': 3 linhas, completa')
})

test('a name in a script from right to left is isolated, and any other as it is', () => {
  expect(sheets.forget.title('مبيعات')).toBe('Esquecer “\u2068مبيعات\u2069”?')
  expect(sheets.forget.title('Ação 🔑 100%')).toBe('Esquecer “Ação 🔑 100%”?')
})

test('a sentence whose name is set apart stays so as a part of another sentence', () => {
  const sentence = sheets.forget.title('مبيعات 2024')
  expect(isolate(sentence)).toBe(sentence)
})

test('facts in one line leave out absent ones, and no fact reaches into its neighbour', () => {
  const facts = [`Ana${override}`, null, '', 'مبيعات', undefined, `\u20691.200\u2067`]
  expect(joinFacts(facts)).toBe('Ana · \u2068مبيعات\u2069 · 1.200')
})
