import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startPlace } from '../../kit/command.ts'
import { startDemoServices } from '../../kit/leads.ts'
import { lastDays } from './report-kit.ts'

test('a report is read and written from the command line', { timeout: 120_000 }, async () => {
  const demo = await startDemoServices({ leads: 300 })
  const { run, fileOf } = await startPlace(demo)
  const { since, until } = lastDays(60)
  const report = (name: string, out: string, ...more: string[]) =>
    run([
      ...['report', name, '--connection', 'Atendimento', '--since', since, '--until', until, '--out', fileOf(out)],
      ...more,
    ])

  const inboxes = await report('inboxes', 'caixas.csv', '--mode', 'raw', '--compare', '--json')
  expect(inboxes).toMatchObject({ code: 0, err: '' })
  const output = JSON.parse(inboxes.out)
  expect(output).toMatchObject({ report: 'inboxes', since, until, format: 'csv', tables: [{ label: 0 }] })
  expect(output).not.toHaveProperty('question')
  const [heading, ...lines] = (await readFile(fileOf('caixas.csv'), 'utf8')).trimEnd().split('\n')
  expect(heading).toContain('Número de conversas,Número de conversas (antes)')
  expect(lines).toHaveLength(output.rows)

  expect(await report('summary', 'resumo.xlsx')).toMatchObject({ code: 0, out: expect.stringContaining('resumo.xlsx') })
  const missing = await report('summary', 'nada.xlsx', '--param', 'type=')
  expect(missing.code).not.toBe(0)
  expect(missing.err).toContain('500')
})
