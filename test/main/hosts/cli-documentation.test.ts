import { expect, test } from 'vitest'
import { startPlace } from '../../kit/command.ts'
import { startDemoServices } from '../../kit/leads.ts'

test('docs search finds at the service, and in what was read here where it does not answer', {
  timeout: 120_000,
}, async () => {
  const demo = await startDemoServices({ leads: 10 })
  const { run, connect } = await startPlace()
  expect(await run(['docs', 'search', 'leads'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/\.\n$/),
  })
  expect((await connect(demo.platform)).code).toBe(0)

  const people = await run(['docs', 'search', 'cruzar', 'uma', 'lista', '--limit', '1'])
  expect(people).toMatchObject({ code: 0, err: '' })
  expect(people.out).toMatch(/^Cruzar uma lista de telefones com a base · leads\/cruzar-lista\n {2}\S/)
  const programs = JSON.parse((await run(['docs', 'search', 'período', '--category', 'leads', '--json'])).out)
  expect(programs).toMatchObject({
    term: 'período',
    from: 'service',
    hits: [{ category: 'leads', slug: 'exportar-leads' }, { slug: 'cruzar-lista' }],
  })
  expect(await run(['docs', 'search', 'nadadisso'])).toMatchObject({ code: 0, out: 'Nada com “nadadisso”.\n' })

  await demo.close()
  // Nothing was read here yet: then the failure is shown.
  expect(await run(['docs', 'search', 'leads'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('conexão'),
  })
})
