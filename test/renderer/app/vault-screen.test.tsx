import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AppState } from '../../../preload/contract/app.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { createAppStore } from '../../../renderer/app/store.ts'
import { VaultScreen } from '../../../renderer/app/vault-screen.tsx'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { containing, createTestApp, fill, InApp, render, user } from '../../kit/render.tsx'
import { appStateWith } from '../../kit/samples.ts'
import { submit } from '../../kit/screen-parts.ts'

const texts = ptBR.app.vault

async function open(
  phase: Exclude<AppState['phase'], 'erased'>,
  kind: AppState['vault']['kind'],
  reason: AppState['reason'] = null,
) {
  const vault = { kind, state: phase === 'ready' ? 'open' : phase, backend: 'Secret Service' } as const
  const state = appStateWith({ phase, reason, vault })
  const questions = ['app.create_vault', 'app.unlock', 'app.retry_vault', 'app.erase'] as const
  const main = createFakeBridge({
    ...Object.fromEntries(questions.map((question) => [question, () => state])),
    'app.deletion_impact': () => ({ folder: '/dados', sheets: 2, runs: 1, connections: 1, forms: null }),
  })
  const demos: string[] = []
  const store = createAppStore(main)
  const app = createTestApp({ app: { store, enterDemo: async () => void demos.push('demo') } })
  await render(<InApp app={app}>{() => <VaultScreen app={state} />}</InApp>)
  return { demos, inputs: main.inputs }
}

describe('the vault screen', () => {
  it('takes a passphrase only when it is long enough and typed twice', async () => {
    const { inputs } = await open('needs_passphrase', 'passphrase')
    await fill(screen.getByLabelText(texts.passphrase), 'curta')
    await submit(document.body)
    expect(document.body.textContent).toContain('Faltam 3 caracteres.')
    await fill(screen.getByLabelText(texts.passphrase), 'quatro palavras longas')
    await fill(screen.getByLabelText(ptBR.common.passphrase.repeat), 'quatro palavras longa')
    await submit(document.body)
    expect(document.body.textContent).toContain(texts.different)
    expect(inputs('app.create_vault')).toEqual([])
    await fill(screen.getByLabelText(ptBR.common.passphrase.repeat), 'quatro palavras longas')
    await submit(document.body)
    expect(inputs('app.create_vault')).toEqual([{ passphrase: 'quatro palavras longas' }])
    expect(screen.getByLabelText<HTMLInputElement>(texts.passphrase).value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>(ptBR.common.passphrase.repeat).value).toBe('')
  })

  it('names the button that shows a passphrase in the user’s language, and lets the keyboard reach it', async () => {
    await open('locked', 'passphrase')
    expect(screen.getByRole('button', { name: ptBR.common.showSecret }).getAttribute('aria-pressed')).toBe('false')
    expect(screen.getByRole('button', { name: ptBR.common.showSecret }).tabIndex).toBe(0)
  })

  it('shows what happens when the passphrase is lost, before one is chosen', async () => {
    await open('needs_passphrase', 'passphrase')
    expect(document.body.textContent).toContain(texts.ifLost)
  })

  it('offers no demonstration where the process that its data need cannot start', async () => {
    await open('unavailable', 'passphrase', 'data_process_failed')
    expect(document.body.textContent).toContain(
      'A parte do Cruza que guarda os dados não pôde ser iniciada neste computador. Os dados continuam no disco: feche o Cruza e abra-o de novo; se repetir, instale-o outra vez.',
    )
    expect(screen.queryByRole('button', { name: containing(ptBR.app.demo.enter) })).toBeNull()
  })

  it('unlocks with one field, which is emptied at once', async () => {
    const { inputs } = await open('locked', 'passphrase')
    await fill(screen.getByLabelText(texts.passphrase), 'a senha')
    await submit(document.body)
    expect(inputs('app.unlock')).toEqual([{ passphrase: 'a senha' }])
    expect(screen.getByLabelText<HTMLInputElement>(texts.passphrase).value).toBe('')
  })

  it.each([
    ['macOS needs permission', 'vault_asking', texts.askingText],
    ['a keychain is locked', null, texts.lockedText('Secret Service')],
  ] as const)('shows that %s, and can ask it again', async (_, reason, text) => {
    const { inputs } = await open('locked', 'keychain', reason)
    expect(document.body.textContent).toContain(text)
    await user.click(screen.getByRole('button', { name: ptBR.common.tryAgain }))
    expect(inputs('app.retry_vault')).toHaveLength(1)
  })

  it('shows why the data cannot be opened, where the vault is not what is missing', async () => {
    await open('unavailable', 'keychain', 'key_missing')
    expect(document.body.textContent).toContain(
      'A chave que abre os dados deste computador não está no chaveiro. Os dados continuam no disco; restaure o chaveiro para abri-los.',
    )
  })

  it.each([
    ['needs_passphrase', 'passphrase'],
    ['locked', 'passphrase'],
    ['locked', 'keychain'],
    ['unavailable', 'keychain'],
  ] as const)('leaves the demonstration within reach: %s, %s', async (phase, kind) => {
    const { demos } = await open(phase, kind)
    await user.click(screen.getByRole('button', { name: ptBR.app.demo.enter }))
    expect(demos).toEqual(['demo'])
  })

  it('offers to erase everything where the way in is lost, after a typed word', async () => {
    const erase = ptBR.settings.erase
    const { inputs } = await open('locked', 'passphrase')
    await user.click(screen.getByRole('button', { name: erase.button }))
    await waitFor(() => expect(document.body.textContent).toContain(erase.sheets(2)))
    expect(document.body.textContent).toContain(erase.formsClosed)
    const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: erase.confirm })
    expect(confirm()).toHaveProperty('disabled', true)
    await fill(screen.getByLabelText(ptBR.common.typeToConfirm('apagar')), 'apagar')
    await user.click(confirm())
    expect(inputs('app.erase')).toEqual([{ word: 'apagar' }])
  })
})
