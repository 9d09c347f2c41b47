import { act } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
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
    const screen = await render(<FailureNotice failure={throttled(seconds)} onRetry={retry} />)
    return { screen, retry, tries: () => tries }
  }

  it('is asked again by itself when the time is over, and the seconds are counted', async () => {
    const { screen, tries } = await open(20)
    expect(screen.text()).toContain(throttle.counting('20 s'))
    await pass(8)
    expect(screen.text()).toContain(throttle.counting('12 s'))
    expect(tries()).toBe(0)
    await pass(12)
    expect(tries()).toBe(1)
    await pass(60)
    expect(tries()).toBe(1)
  })

  it('is asked again each time it refuses, and no more than six times in a row', async () => {
    const { screen, retry, tries } = await open(10)
    for (let again = 0; again < 9; again += 1) {
      await pass(10)
      await screen.rerender(<FailureNotice failure={throttled(10)} onRetry={retry} />)
    }
    expect(tries()).toBe(6)
    expect(screen.text()).toContain(throttle.until('14:22'))
    // Whoever looks later begins anew.
    await pass(600)
    await screen.rerender(<FailureNotice failure={throttled(10)} onRetry={retry} />)
    await pass(10)
    expect(tries()).toBe(7)
  })

  it('is not asked again after a cancellation, nor when the screen was left', async () => {
    const cancelled = await open(20)
    await cancelled.screen.click(cancelled.screen.byRole('button', ptBR.common.cancel))
    expect(cancelled.screen.text()).toContain(throttle.until('14:21'))
    await pass(20)
    expect(cancelled.screen.text()).toContain(throttle.over)
    const left = await open(20)
    await left.screen.unmount()
    await pass(60)
    expect([cancelled.tries(), left.tries()]).toEqual([0, 0])
  })

  it('is asked at the true time where the wait is long and the person wants it', async () => {
    const { screen, tries } = await open(600)
    expect(screen.text()).toContain(throttle.until('14:31'))
    await pass(120)
    expect(screen.text()).toContain(throttle.until('14:31'))
    await screen.click(screen.byRole('button', throttle.tryAt('14:31')))
    expect(screen.text()).toContain(throttle.countingUntil('14:31', '9 min'))
    await pass(529)
    expect(tries()).toBe(0)
    await pass(1)
    expect(tries()).toBe(1)
  })

  it('is never asked again by itself where nothing but a person may do it', async () => {
    const screen = await render(<FailureNotice failure={throttled(20)} />)
    expect(screen.text()).toContain(ptBR.failures.rate_limited({ seconds: 20 }))
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
