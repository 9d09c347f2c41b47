import { describe, expect, it } from 'vitest'
import type { Task } from '../../../preload/contract/tasks.ts'
import { type FormAccount, formIds, startFormAccount } from '../../kit/forms.ts'

const all = Object.values(formIds)

/** Keeps all three forms and watches how their tasks stand until they have ended. */
async function keepAll(account: FormAccount): Promise<{ readonly tasks: Task[]; readonly waits: Set<string | null> }> {
  const { ask, ended } = account
  const waits = new Set<string | null>()
  for (const id of all) await ask('forms.keep', { id, keep: true })
  const forms = await ask('forms.list', {})
  const watch = setInterval(async () => {
    for (const { waiting_for } of await ask('tasks.list', {})) waits.add(waiting_for)
  }, 20)
  const tasks = await Promise.all(forms.map((form) => ended(form))).finally(() => clearInterval(watch))
  return { tasks, waits }
}

const refused = (account: FormAccount) => account.requests.filter(({ status }) => status === 429).length

describe('the budget of a key', () => {
  it('lets thousands of entries be read without a single 429, and shows its waits', { timeout: 60_000 }, async () => {
    // A machine that makes fewer than five requests a second has nothing to wait for.
    const account = await startFormAccount({ demo: { entries: 3000, limits: { forms: 10 }, formsWindowSeconds: 2 } })
    const { tasks, waits } = await keepAll(account)
    expect(tasks.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    expect(tasks.reduce((sum, { done }) => sum + done, 0)).toBe(3000)
    expect(refused(account)).toBe(0)
    expect([...waits]).toContain('budget')
    expect([...waits]).not.toContain('rate_limited')
    for (const id of all) expect(await account.form(id)).toMatchObject({ gone: 0, sync: { kind: 'complete' } })
  })

  it('is waited for without loss when another program with the same key uses it up', { timeout: 60_000 }, async () => {
    const account = await startFormAccount({ demo: { entries: 2000, limits: { forms: 30 }, formsWindowSeconds: 1 } })
    const burst = () => Promise.all(Array.from({ length: 31 }, () => account.service.get('/account')))
    const useUp = async () => {
      while (!(await burst()).includes(429));
      // The window may end before our request gets there.
      if (refused(account) < 3) account.before('until=', useUp)
    }
    account.before('until=', useUp)
    const { tasks } = await keepAll(account)
    expect(refused(account)).toBeGreaterThanOrEqual(3)
    expect(tasks.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    for (const id of all) expect(await account.form(id)).toMatchObject({ gone: 0, sync: { kind: 'complete' } })
    expect(tasks.reduce((sum, { done }) => sum + done, 0)).toBe(2000)
    // Every page was stored once, however often it was refused.
    const stored = account.requests.filter(({ path, status }) => path.includes('until=') && status === 200)
    expect(new Set(stored.map(({ path }) => path)).size).toBe(stored.length)
  })

  it('lets a person go first while entries are read', async () => {
    const account = await startFormAccount({
      demo: { entries: 10_000, limits: { forms: 40 }, formsWindowSeconds: 3600 },
    })
    const { ask } = account
    await ask('forms.keep', { id: formIds.contact, keep: true })
    await expect.poll(async () => (await ask('tasks.list', {}))[0]?.state, { interval: 10 }).toBe('waiting')
    const read = await ask('forms.read', { id: formIds.quote, fresh: true })
    expect(read.fields?.length).toBeGreaterThan(0)
    expect((await ask('tasks.list', {}))[0]?.state).toBe('waiting')
    await ask('tasks.cancel', { id: (await ask('tasks.list', {}))[0]?.id ?? '' })
  })
})
