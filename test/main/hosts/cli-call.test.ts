import { expect, test } from 'vitest'
import { startCommand, startPlace } from '../../kit/command.ts'
import { startDemoServices } from '../../kit/leads.ts'

const account = '/api/v1/accounts/{account_id}'

async function place() {
  const demo = await startDemoServices({ leads: 20, entries: 5 })
  return { demo, ...(await startPlace(demo)) }
}

test('a call prints its answer; one that writes is sent with --yes alone; a refusal ends with 1', {
  timeout: 120_000,
}, async () => {
  const { demo, run } = await place()
  const listed = await run(['call', 'get', `${account}/captain/assistant_responses?page=1`, '--json'])
  expect(listed.code).toBe(0)
  expect(JSON.parse(listed.out)).toMatchObject({ status: 200, kind: 'json', body: { meta: { page: 1 } } })

  const path = `${account}/captain/custom_tools`
  const tool = { custom_tool: { title: 'x', endpoint_url: 'https://a.example', auth_config: { token: 'segredo-1' } } }
  const body = JSON.stringify(tool)
  const refused = await run(['call', 'POST', path, '--body', body])
  expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--yes') })
  const made = await run(['call', 'POST', path, '--body', '-', '--yes'], { input: body })
  expect(made).toMatchObject({ code: 0, err: expect.stringMatching(/^200 · JSON · /) })
  expect(JSON.parse(made.out)).toMatchObject({ auth_config: { token: '••••••' } })
  expect(made.out + made.err + listed.out + listed.err).not.toMatch(new RegExp(`segredo-1|${demo.platform.token}`))

  const missing = await run(['call', 'GET', `${account}/captain/assistants/99999`])
  expect(missing).toMatchObject({ code: 1, err: expect.stringMatching(/^404 · JSON/) })
  expect(JSON.parse(missing.out)).toHaveProperty('error')
  expect(await run(['call', 'GET', 'api/docs'])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('O caminho precisa começar com uma barra'),
  })
})

test('a call that waits for its body ends at the first Ctrl+C, and nothing is sent', { timeout: 120_000 }, async () => {
  const { demo, dataDir } = await place()
  const before = demo.requests().length
  const path = `${account}/captain/custom_tools`
  const running = startCommand(['call', 'POST', path, '--body', '-', '--yes'], { dataDir, input: null })
  await running.reading
  running.signal('SIGINT')
  expect(await running.finished).toMatchObject({ code: 130, out: '' })
  expect(demo.requests()).toHaveLength(before)
})

test('a call that makes a webhook prints its secret, once and whole', { timeout: 60_000 }, async () => {
  const { demo, run, connectForms } = await place()
  await connectForms(demo.forms)
  const body = JSON.stringify({ url: 'https://a.example/aviso', events: ['entry.created'] })
  const words = ['call', 'POST', '/webhooks', '--connection', 'Formulários', '--body', body, '--yes']
  const made = await run(words)
  expect(made.code).toBe(0)
  const [, secret = ''] = /Segredo do webhook, mostrado só desta vez: (\S+)/.exec(made.out) ?? []
  expect(secret).toMatch(/^[\w-]{16,}$/)
  const { out } = await run([...words, '--json'])
  expect(JSON.parse(out).secret).not.toBe(secret)
  expect(JSON.parse(out).body).not.toContain(JSON.parse(out).secret)
})
