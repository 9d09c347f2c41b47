import { expect, it, vi } from 'vitest'
import type { Connection } from '../../../preload/contract/connections.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { ConnectionSelect } from '../../../renderer/connections/connection-select.tsx'
import { render } from '../../kit/render.tsx'

const connection = (id: string, name: string): Connection => ({
  id,
  service: 'platform',
  name,
  base_url: 'https://atendimento.exemplo.com.br',
  account_id: 7,
  brand: 'vitrine',
  beta_url: null,
  on_beta: false,
  current: id === 'c1',
  has_secret: true,
  sheets: 0,
})
const [sales, support] = [connection('c1', 'Equipe Vendas'), connection('c2', 'Suporte')]

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
