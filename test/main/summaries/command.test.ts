import { expect, test } from 'vitest'
import { summaryBlocks } from '../../../preload/values/summary.ts'
import { startTestHost } from '../../kit/browser-host.ts'
import { commandPassphrase, objectOf, recordsOf, startPlace } from '../../kit/command.ts'
import { startDemoServices } from '../../kit/leads.ts'

test('a summary is made anew from the command line, and its lines are written', { timeout: 120_000 }, async () => {
  const demo = await startDemoServices({ leads: 300 })
  const { run, fileOf, dataDir } = await startPlace(demo)
  await run(['pull', 'Leads', '--connection', 'Atendimento', '--created-after', '2020-01-01'])
  const none = await run(['summary', 'Segunda'])
  expect(none.code).not.toBe(0)
  expect(none.err).toContain('Não há resumo com o nome “Segunda”.')

  const { sheets } = objectOf(await run(['sheets', '--json']))
  const { call, enter } = await startTestHost({ dataDir, passphrase: commandPassphrase })
  await enter()
  const saved = await call('summaries.save', {
    id: null,
    name: 'Segunda',
    sheet_id: sheets[0].id,
    view_id: null,
    period: { name: 'last_days', count: 30 },
    blocks: summaryBlocks,
    forms_id: null,
    with_people: true,
  })
  expect(saved).toMatchObject({ ok: true })

  const shown = await run(['summary', 'Segunda'])
  expect(shown).toMatchObject({ code: 0, err: '' })
  expect(shown.out).toMatch(/^ {2}Conversas novas: \d+ · antes \d+$/m)
  // Names and phones are in the file alone.
  expect(shown.out).not.toContain('+55')
  const out = fileOf('resumo.csv')
  const written = objectOf(await run(['summary', 'Segunda', '--no-refresh', '--out', out, '--mode', 'raw', '--json']))
  expect(written).not.toHaveProperty('people')
  const lines = await recordsOf(out)
  expect(lines[0]).toMatchObject({ Linha: 'Conversas novas', Agora: String(written.sections[0].rows[0].now) })
})
