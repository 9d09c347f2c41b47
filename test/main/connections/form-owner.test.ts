import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Asked, type Scripted, type ScriptedService, startService } from '../../kit/service.ts'
import { startWorkspace, type TestWorkspace } from '../../kit/workspace.ts'

const contact = { id: 7, name: 'Contato', status: 'active', fields: [] }
const missing: Scripted = { status: 404, json: { error: { code: 'resource_not_found', message: 'Não existe' } } }
const refused: Scripted = { status: 401, json: { error: { code: 'unauthorized', message: 'Chave inválida' } } }

interface Account {
  readonly id: number | null
  readonly forms: readonly (typeof contact)[]
}
/** `ana` and `ana-nova` open one account, `bia` another, which has none of the forms. */
const accounts: Readonly<Record<string, Account>> = {
  'Bearer chave-da-ana': { id: 1, forms: [contact] },
  'Bearer chave-nova-da-ana': { id: 1, forms: [contact] },
  'Bearer chave-da-bia': { id: 2, forms: [] },
  'Bearer chave-sem-conta': { id: null, forms: [] },
}

function answer({ method, path, headers }: Asked): Scripted {
  const account = accounts[headers.authorization ?? '']
  if (!account) return refused
  const { id, forms } = account
  const page = (data: readonly unknown[]): Scripted => ({
    json: { data, meta: { current_page: 1, per_page: 100, total: data.length, last_page: 1 } },
  })
  if (path.endsWith('/account')) {
    return { json: { data: { id, name: 'Conta', plan: { name: 'Pro', api_access: true }, created_at: null } } }
  }
  if (method === 'DELETE') return { json: { message: 'Excluído' } }
  if (path.endsWith('/forms')) return page(forms)
  if (forms.length === 0) return missing
  if (path.endsWith('/entries')) return page([{ id: 70, form_id: 7, fields: { nome: 'x' }, created_at: null }])
  return { json: { data: contact } }
}

interface Connected {
  readonly service: ScriptedService
  readonly workspace: TestWorkspace
  readonly connection_id: string
  save(secret: string, base_url?: string): ReturnType<typeof saveConnection>
}

function saveConnection({ ask }: TestWorkspace, more: { id?: string; base_url: string; secret: string }) {
  return ask('connections.save', { service: 'forms', name: 'Formulários', ...more })
}

/** Connected with Ana's key, her form read and stored. */
async function connected(): Promise<Connected> {
  const service = await startService(answer)
  const workspace = await startWorkspace()
  const first = { base_url: service.origin, secret: 'chave-da-ana' }
  const { id: connection_id } = (await saveConnection(workspace, first)).connection
  await workspace.ask('forms.refresh', { connection_id })
  const [form] = await workspace.ask('forms.keep', { connection_id, id: 7, keep: true })
  expect(await workspace.ended({ task_id: form?.task_id ?? null })).toMatchObject({ state: 'done' })
  return {
    service,
    workspace,
    connection_id,
    save: (secret, base_url = service.origin) => saveConnection(workspace, { id: connection_id, base_url, secret }),
  }
}

describe('a form connection whose key was replaced', () => {
  test('by one of another account is not used, and nothing here changes', async () => {
    const { workspace, connection_id, save, service } = await connected()
    const { check } = await save('chave-da-bia')
    expect(check).toMatchObject({ passed: false })
    expect(check.steps.find(({ step }) => step === 'account')).toMatchObject({
      state: 'failed',
      finding: 'other_account',
    })
    const from = service.asked.length
    const other = { code: 'other_account' }
    await expect(workspace.ask('forms.refresh', { connection_id })).rejects.toMatchObject(other)
    await expect(workspace.ask('forms.read', { connection_id, id: 7, fresh: true })).rejects.toMatchObject(other)
    await expect(
      workspace.ask('forms.update', { connection_id, id: 7, changes: { name: 'Outro' } }),
    ).rejects.toMatchObject(other)
    const [form] = await workspace.ask('forms.sync', { connection_id, ids: null, reconcile: true })
    expect(await workspace.ended({ task_id: form?.task_id ?? null })).toMatchObject({ state: 'failed', failure: other })
    expect(service.asked.slice(from).filter(({ path }) => !path.endsWith('/account'))).toEqual([])
    expect(await workspace.ask('forms.list', { connection_id })).toMatchObject([
      { id: 7, deleted_at: null, entries: 1, gone: 0 },
    ])
    const [write] = await workspace.ask('forms.writes', { connection_id })
    expect(write).toMatchObject({ kind: 'update_form', state: 'failed', failure: 'other_account' })
  })

  test('by one whose account is unknown is not used either', async () => {
    const { workspace, connection_id, save } = await connected()
    await save('chave-sem-conta')
    await expect(workspace.ask('forms.refresh', { connection_id })).rejects.toMatchObject({ code: 'other_account' })
    expect(await workspace.ask('forms.list', { connection_id })).toMatchObject([{ id: 7, deleted_at: null }])
  })

  test('is checked again after a restart', async () => {
    const { workspace, connection_id, save } = await connected()
    await save('chave-da-bia')
    await workspace.reopen()
    await expect(workspace.ask('forms.refresh', { connection_id })).rejects.toMatchObject({ code: 'other_account' })
    expect(await workspace.ask('forms.list', { connection_id })).toMatchObject([{ id: 7, deleted_at: null }])
  })

  test('by another one of the same account, or moved with it, works on', async () => {
    const { workspace, connection_id, save } = await connected()
    expect((await save('chave-nova-da-ana')).check.passed).toBe(true)
    expect((await workspace.ask('forms.refresh', { connection_id })).ids).toEqual([7])
    const moved = await startService(answer)
    await save('chave-nova-da-ana', moved.origin)
    expect((await workspace.ask('forms.refresh', { connection_id })).ids).toEqual([7])
    expect(moved.asked.some(({ path }) => path.endsWith('/forms'))).toBe(true)
  })

  test('works with the other account where nothing of the first one is here', async () => {
    const service = await startService(answer)
    const workspace = await startWorkspace()
    const { connection } = await saveConnection(workspace, { base_url: service.origin, secret: 'chave-da-bia' })
    await workspace.ask('forms.refresh', { connection_id: connection.id })
    await saveConnection(workspace, { id: connection.id, base_url: service.origin, secret: 'chave-da-ana' })
    expect((await workspace.ask('forms.refresh', { connection_id: connection.id })).ids).toEqual([7])
  })

  test('costs no further request while nothing was replaced', async () => {
    const { workspace, connection_id, service } = await connected()
    await workspace.reopen()
    await workspace.ask('forms.refresh', { connection_id })
    expect(service.asked.filter(({ path }) => path.endsWith('/account'))).toHaveLength(1)
  })
})

test('a package of reviews is refused by another account of the same service', async () => {
  const ana = await connected()
  const passphrase = 'uma senha longa'
  const packed = { connection_id: ana.connection_id, form_ids: null, passphrase, name: 'Tudo' }
  const { name } = await ana.workspace.ask('reviews.export_package', packed)
  const bia = await startWorkspace()
  const at = { base_url: ana.service.origin, secret: 'chave-da-bia' }
  const { id: connection_id } = (await saveConnection(bia, at)).connection
  await bia.ask('forms.refresh', { connection_id })
  const ticket = bia.fileTickets.put({ name, source: { path: path.join(ana.workspace.saved, name) } })
  await expect(bia.ask('reviews.open_package', { connection_id, ticket, passphrase })).rejects.toMatchObject({
    code: 'package_foreign',
  })
})

describe('a form connection that is moved while its entries are read', () => {
  test('never sends its new key to the old address', async () => {
    let moving = async () => {}
    const old = await startService(async (asked) => {
      if (asked.path.endsWith('/forms/7')) await moving()
      return answer(asked)
    })
    const moved = await startService(answer)
    const workspace = await startWorkspace()
    const { connection } = await saveConnection(workspace, { base_url: old.origin, secret: 'chave-da-ana' })
    const at = { connection_id: connection.id }
    await workspace.ask('forms.refresh', at)
    moving = async () => {
      moving = async () => {}
      const elsewhere = { id: connection.id, base_url: moved.origin, secret: 'chave-nova-da-ana' }
      await saveConnection(workspace, elsewhere)
    }
    const [form] = await workspace.ask('forms.keep', { ...at, id: 7, keep: true })
    expect(await workspace.ended({ task_id: form?.task_id ?? null })).toMatchObject({ state: 'cancelled' })
    expect(new Set(old.asked.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer chave-da-ana']))
    const [again] = await workspace.ask('forms.sync', { ...at, ids: [7], reconcile: false })
    expect(await workspace.ended({ task_id: again?.task_id ?? null })).toMatchObject({ state: 'done' })
  })
})
