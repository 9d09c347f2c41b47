import { expect, it, vi } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { ConnectionSelect } from '../../../renderer/connections/connection-select.tsx'
import { render } from '../../kit/render.tsx'
import { connectionWith } from '../../kit/samples.ts'

const sales = connectionWith()
const support = connectionWith({ id: 'c2', name: 'Suporte', current: false })

it('offers the accounts by name, and gives the id of the one that is chosen', async () => {
  const onChange = vi.fn()
  const screen = await render(<ConnectionSelect connections={[sales, support]} value="c1" onChange={onChange} />)
  const field = document.querySelector<HTMLInputElement>(`input[aria-label="${ptBR.connections.shownAccount}"]`)
  expect(field?.value).toBe('Equipe Vendas')
  if (field) await screen.click(field)
  await screen.click(screen.byRole('option', 'Suporte'))
  expect(onChange).toHaveBeenCalledWith('c2')
})

it('takes no room while there is only one account', async () => {
  await render(<ConnectionSelect connections={[sales]} value="c1" onChange={() => undefined} />)
  expect(document.querySelector('input')).toBeNull()
})
