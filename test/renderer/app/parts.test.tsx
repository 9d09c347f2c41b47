import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { Account } from '../../../renderer/ui/account.tsx'
import { ConfirmDialog } from '../../../renderer/ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../renderer/ui/failure-notice.tsx'
import { LoadableView } from '../../../renderer/ui/loadable-view.tsx'
import { render } from '../../kit/render.tsx'
import { submit } from '../../kit/screen-parts.ts'

const offline = { code: 'offline', params: { host: 'exemplo.com.br' }, details: 'GET /leads' } as const

describe('a failure', () => {
  it('shows what happened and what to do, and keeps its details behind a button', async () => {
    const tries: string[] = []
    const screen = await render(<FailureNotice failure={offline} onRetry={() => tries.push('again')} />)
    expect(screen.byRole('alert', ptBR.failures.offline(offline.params))).toBeTruthy()
    await screen.click(screen.byRole('button', ptBR.common.tryAgain))
    expect(tries).toEqual(['again'])
    const details = screen.byRole('button', ptBR.common.details)
    expect(details.getAttribute('aria-expanded')).toBe('false')
    await screen.click(details)
    expect(details.getAttribute('aria-expanded')).toBe('true')
    expect(screen.text()).toContain('GET /leads')
  })
})

describe('something that a screen asked for', () => {
  it('stays on screen when it is stale, under the reason', async () => {
    const stale = { status: 'ready', value: '18.204 linhas', failure: offline } as const
    const screen = await render(<LoadableView of={stale}>{(value) => <p>{value}</p>}</LoadableView>)
    expect(screen.text()).toContain('18.204 linhas')
    expect(screen.byRole('alert', ptBR.failures.offline(offline.params))).toBeTruthy()
  })
})

describe('a question before something is lost', () => {
  const lost = ['18.204 linhas baixadas.']

  it('names what is lost, and does nothing when the user thinks better of it', async () => {
    const done: string[] = []
    const screen = await render(
      <ConfirmDialog
        opened
        title="Apagar a planilha?"
        lost={lost}
        confirm="Apagar"
        onConfirm={() => done.push('confirmed')}
        onClose={() => done.push('closed')}
      />,
    )
    expect(screen.byRole('dialog', '18.204 linhas baixadas.')).toBeTruthy()
    await screen.click(screen.byRole('button', ptBR.common.cancel))
    expect(done).toEqual(['closed'])
  })

  it.each([
    [true, 'Conta: Vendas'],
    [false, null],
  ])('names the account where it writes to a service (%s)', async (writes, line) => {
    const screen = await render(
      <Account name="Vendas">
        <ConfirmDialog
          opened
          writes={writes}
          title="Apagar?"
          lost={lost}
          confirm="Apagar"
          onConfirm={() => {}}
          onClose={() => {}}
        />
      </Account>,
    )
    if (line === null) expect(screen.text()).not.toContain('Vendas')
    else expect(screen.byRole('dialog', line)).toBeTruthy()
  })

  it('waits for the word where nothing brings it back', async () => {
    const done: string[] = []
    const screen = await render(
      <ConfirmDialog
        opened
        title="Apagar tudo?"
        lost={lost}
        confirm="Apagar"
        typed="apagar"
        onConfirm={() => done.push('confirmed')}
        onClose={() => {}}
      />,
    )
    await submit()
    expect(done).toEqual([])
    await screen.type(screen.byLabel(ptBR.common.typeToConfirm('apagar')), 'Apagar ')
    await submit()
    expect(done).toEqual(['confirmed'])
  })
})
