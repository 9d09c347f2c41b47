import { cleanup, screen } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { Account } from '../../../renderer/ui/account.tsx'
import { ConfirmDialog } from '../../../renderer/ui/confirm-dialog.tsx'
import { FailureNotice } from '../../../renderer/ui/failure-notice.tsx'
import { LoadableView } from '../../../renderer/ui/loadable-view.tsx'
import { fill, render, user } from '../../kit/render.tsx'
import { submit } from '../../kit/screen-parts.ts'

const offline = { code: 'offline', params: { host: 'exemplo.com.br' }, details: 'GET /leads' } as const

describe('a failure', () => {
  it('shows what happened and what to do, and keeps its details behind a button', async () => {
    const tries: string[] = []
    await render(<FailureNotice failure={offline} onRetry={() => tries.push('again')} />)
    expect(screen.getByRole('alert').textContent).toContain(ptBR.failures.offline(offline.params))
    await user.click(screen.getByRole('button', { name: ptBR.common.tryAgain }))
    expect(tries).toEqual(['again'])
    const details = screen.getByRole('button', { name: ptBR.common.details })
    expect(details.getAttribute('aria-expanded')).toBe('false')
    await user.click(details)
    expect(details.getAttribute('aria-expanded')).toBe('true')
    expect(document.body.textContent).toContain('GET /leads')
  })
})

describe('a service that asks to wait', () => {
  const throttled = (seconds: number) => ({ code: 'rate_limited', params: { seconds } }) as const
  const { throttle } = ptBR.common
  const pass = (seconds: number) => act(async () => void vi.advanceTimersByTime(seconds * 1000))
  let days = 0
  /** Each on a day of its own: what was asked again in the last minutes counts. */
  const open = async (seconds: number) => {
    days += 1
    vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: new Date(2026, 10, days, 14, 20, 10),
    })
    onTestFinished(() => void vi.useRealTimers())
    let tries = 0
    const retry = () => {
      tries += 1
    }
    const shown = await render(<FailureNotice failure={throttled(seconds)} onRetry={retry} />)
    return { shown, retry, tries: () => tries }
  }

  it('is asked again by itself when the time is over, and the seconds are counted', async () => {
    const { tries } = await open(20)
    expect(document.body.textContent).toContain(throttle.counting('20 s'))
    await pass(8)
    expect(document.body.textContent).toContain(throttle.counting('12 s'))
    expect(tries()).toBe(0)
    await pass(12)
    expect(tries()).toBe(1)
    await pass(60)
    expect(tries()).toBe(1)
  })

  it('is asked again each time it refuses, and no more than six times in a row', async () => {
    const { shown, retry, tries } = await open(10)
    for (let again = 0; again < 9; again += 1) {
      await pass(10)
      await shown.rerender(<FailureNotice failure={throttled(10)} onRetry={retry} />)
    }
    expect(tries()).toBe(6)
    expect(document.body.textContent).toContain(throttle.until('14:22'))
    // Whoever looks later begins anew.
    await pass(600)
    await shown.rerender(<FailureNotice failure={throttled(10)} onRetry={retry} />)
    await pass(10)
    expect(tries()).toBe(7)
  })

  it('is not asked again after a cancellation, nor when the screen was left', async () => {
    const cancelled = await open(20)
    await user.click(screen.getByRole('button', { name: ptBR.common.cancel }))
    expect(document.body.textContent).toContain(throttle.until('14:21'))
    await pass(20)
    expect(document.body.textContent).toContain(throttle.over)
    const left = await open(20)
    cleanup()
    await pass(60)
    expect([cancelled.tries(), left.tries()]).toEqual([0, 0])
  })

  it('is asked at the true time where the wait is long and the person wants it', async () => {
    const { tries } = await open(600)
    expect(document.body.textContent).toContain(throttle.until('14:31'))
    await pass(120)
    expect(document.body.textContent).toContain(throttle.until('14:31'))
    await user.click(screen.getByRole('button', { name: throttle.tryAt('14:31') }))
    expect(document.body.textContent).toContain(throttle.countingUntil('14:31', '9 min'))
    await pass(529)
    expect(tries()).toBe(0)
    await pass(1)
    expect(tries()).toBe(1)
  })

  it('is never asked again by itself where nothing but a person may do it', async () => {
    await render(<FailureNotice failure={throttled(20)} />)
    expect(document.body.textContent).toContain(
      'O serviço pediu para esperar. Tente de novo em 20 segundos; o que já foi lido está guardado.',
    )
  })
})

describe('something that a screen asked for', () => {
  it('stays on screen when it is stale, under the reason', async () => {
    const stale = { status: 'ready', value: '18.204 linhas', failure: offline } as const
    await render(<LoadableView of={stale}>{(value) => <p>{value}</p>}</LoadableView>)
    expect(document.body.textContent).toContain('18.204 linhas')
    expect(screen.getByRole('alert').textContent).toContain(ptBR.failures.offline(offline.params))
  })
})

describe('a question before something is lost', () => {
  const lost = ['18.204 linhas baixadas.']

  it('names what is lost, and does nothing when the user thinks better of it', async () => {
    const calls: string[] = []
    await render(
      <ConfirmDialog
        title="Apagar a planilha?"
        lost={lost}
        confirm="Apagar"
        onConfirm={() => calls.push('confirmed')}
        onClose={() => calls.push('closed')}
      />,
    )
    expect(screen.getByRole('dialog', { name: 'Apagar a planilha?' }).textContent).toContain('18.204 linhas baixadas.')
    await user.click(screen.getByRole('button', { name: ptBR.common.cancel }))
    expect(calls).toEqual(['closed'])
  })

  it.each([
    [true, 'Conta: Vendas'],
    [false, null],
  ])('names the account where it writes to a service (%s)', async (writes, line) => {
    await render(
      <Account name="Vendas">
        <ConfirmDialog
          writes={writes}
          title="Apagar?"
          lost={lost}
          confirm="Apagar"
          onConfirm={() => {}}
          onClose={() => {}}
        />
      </Account>,
    )
    if (line === null) expect(document.body.textContent).not.toContain('Vendas')
    else expect(screen.getByRole('dialog').textContent).toContain(line)
  })

  it('waits for the word where nothing brings it back', async () => {
    const calls: string[] = []
    await render(
      <ConfirmDialog
        title="Apagar tudo?"
        lost={lost}
        confirm="Apagar"
        typed="apagar"
        onConfirm={() => calls.push('confirmed')}
        onClose={() => {}}
      />,
    )
    await submit()
    expect(calls).toEqual([])
    await fill(screen.getByLabelText(ptBR.common.typeToConfirm('apagar')), 'Apagar ')
    await submit()
    expect(calls).toEqual(['confirmed'])
  })
})
