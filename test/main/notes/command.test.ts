import { expect, test } from 'vitest'
import { startPlace } from '../../kit/command.ts'
import { startService } from '../../kit/service.ts'

test('notes are listed by the command line, which says where there is none', { timeout: 120_000 }, async () => {
  const service = await startService(() => ({ json: { leads: [], meta: {}, payload: [] } }))
  const place = await startPlace()
  await place.connect({ url: service.origin, accountId: 7, brand: 'house', token: 'token-secreto' })
  const listed = await place.run(['notes', 'Atendimento', '--json'])
  expect(listed).toMatchObject({ code: 0, err: expect.stringContaining('Nenhuma nota.') })
  expect(JSON.parse(listed.out)).toEqual({ notes: [] })
  expect(await place.run(['notes', 'Outra'])).toMatchObject({ code: 1 })
})
