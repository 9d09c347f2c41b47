import { expect, test } from 'vitest'
import { startTestHost } from '../../kit/browser-host.ts'

test('the page in the person’s own browser gets the checked address back, and no other', async () => {
  const host = await startTestHost({ passphrase: null })
  await host.enter()
  const open = (url: string) => host.call('app.open_outside', { url })
  // A link is no matter of the vault, which is not there yet.
  expect(await open('https://Ajuda.example/a b')).toEqual({
    ok: true,
    value: { page_opens: 'https://ajuda.example/a%20b' },
  })
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', '/api/call', '']) {
    expect(await open(url)).toMatchObject({ ok: false, failure: { code: 'bad_address' } })
  }
})
