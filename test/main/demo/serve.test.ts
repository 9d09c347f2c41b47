import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { posixOnly } from '../../kit/systems.ts'
import { ask } from './kit.ts'

const script = path.resolve(import.meta.dirname, '../../../main/demo/serve.ts')

describe('npm run demo', () => {
  test('prints where it is and what opens it, serves, and ends on a signal', posixOnly('signals'), async () => {
    const child = spawn(process.execPath, [script, '--leads', '100', '--seed', '3'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    const [line] = await once(child.stdout, 'data')
    const { platform, forms } = JSON.parse(String(line))
    const reply = await ask(
      `${platform.url}/api/v1/accounts/${platform.accountId}/${platform.brand}/leads?created_after=2020-01-01`,
      {
        headers: { api_access_token: platform.token },
      },
    )
    expect(reply.body.meta.total).toBe(100)
    expect((await ask(`${forms.url}/account`, { headers: { authorization: `Bearer ${forms.key}` } })).status).toBe(200)
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  })

  test.each([
    ['--leads', 'many'],
    ['--faults', 'nada=0.1'],
    ['--modes', 'reports=nada'],
  ])('refuses %s %s', async (name, value) => {
    const child = spawn(process.execPath, [script, name, value], { stdio: 'ignore' })
    expect((await once(child, 'exit'))[0]).not.toBe(0)
  })
})
