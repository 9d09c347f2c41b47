import { describe, expect, it } from 'vitest'
import {
  type DraftFields,
  draftProblems,
  draftToSend,
  emptyDraft,
  tidyAddress,
} from '../../../renderer/connections/draft.ts'

const good: DraftFields = {
  service: 'platform',
  name: 'Equipe Vendas',
  address: 'https://atendimento.exemplo.com.br/base',
  account: '7',
  brand: 'vitrine',
  beta: '',
}
const typed = { typed: true, stored: null }
const storedAt = (beta_url: string | null) => ({
  typed: false,
  stored: { service: 'platform' as const, base_url: 'https://atendimento.exemplo.com.br', beta_url },
})
const withAddress = (address: string, service: DraftFields['service'] = 'platform') =>
  draftProblems({ ...good, service, address }, typed).address

describe('the fields of a connection', () => {
  it('have no problem when all is well, and one each when all is empty', () => {
    expect(draftProblems(good, typed)).toEqual({})
    expect(draftProblems(emptyDraft('platform'), { typed: false, stored: null })).toEqual({
      name: 'nameMissing',
      address: 'addressMissing',
      account: 'accountMissing',
      brand: 'brandMissing',
      secret: 'secretMissing',
    })
  })

  it('take plain http for loopback addresses only', () => {
    expect(withAddress('http://atendimento.exemplo.com.br')).toBe('addressNotSecure')
    expect(withAddress('ftp://atendimento.exemplo.com.br')).toBe('addressNotSecure')
    expect(withAddress('http://10.0.0.1')).toBe('addressNotSecure')
    expect(withAddress('http://localhost.exemplo.com.br')).toBe('addressNotSecure')
    for (const loopback of ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']) {
      expect(withAddress(loopback)).toBeUndefined()
    }
  })

  it('refuse what is no address, and an address with a password in it', () => {
    expect(withAddress('https://')).toBe('addressBad')
    expect(withAddress('não sei')).toBe('addressBad')
    expect(withAddress('https://ana:segredo@exemplo.com.br')).toBe('addressWithSecret')
  })

  it('ask a form service address to end in /api/v1', () => {
    expect(withAddress('https://formularios.exemplo.com.br', 'forms')).toBe('addressNotApi')
    expect(withAddress('https://formularios.exemplo.com.br/api/v1/', 'forms')).toBeUndefined()
  })

  it('ask nothing of a form service that it does not have', () => {
    const fields = { ...emptyDraft('forms'), name: 'Formulários', address: 'https://f.exemplo.com.br/api/v1' }
    expect(draftProblems(fields, typed)).toEqual({})
    expect(draftToSend(fields, ' chave ', undefined)).toEqual({
      service: 'forms',
      name: 'Formulários',
      base_url: 'https://f.exemplo.com.br/api/v1',
      account_id: null,
      brand: null,
      beta_url: null,
      secret: 'chave',
    })
  })

  it('take an account number and a brand in their own form only', () => {
    expect(draftProblems({ ...good, account: '7a' }, typed).account).toBe('accountBad')
    expect(draftProblems({ ...good, account: '0' }, typed).account).toBe('accountBad')
    expect(draftProblems({ ...good, brand: 'a/b' }, typed).brand).toBe('brandBad')
  })

  it('read the account out of a pasted page address, and keep a path before it', () => {
    expect(tidyAddress('platform', 'https://exemplo.com.br/app/accounts/3/conversations/81?x=1')).toEqual({
      address: 'https://exemplo.com.br',
      account: '3',
    })
    expect(tidyAddress('platform', 'exemplo.com.br/base/app/accounts/3')).toEqual({
      address: 'https://exemplo.com.br/base',
      account: '3',
    })
    expect(tidyAddress('platform', ' exemplo.com.br/base/ ')).toEqual({ address: 'https://exemplo.com.br/base' })
  })

  it('keep the stored secret when none is typed', () => {
    expect(draftToSend(good, '  ', 'c1')).toEqual({
      id: 'c1',
      service: 'platform',
      name: 'Equipe Vendas',
      base_url: 'https://atendimento.exemplo.com.br/base',
      account_id: 7,
      brand: 'vitrine',
      beta_url: null,
    })
  })

  it('take a second host that is none of the same, as carefully as the first', () => {
    const betaOf = (beta: string) => draftProblems({ ...good, beta }, typed).beta
    expect(betaOf('')).toBeUndefined()
    expect(betaOf('https://beta.exemplo.com.br')).toBeUndefined()
    expect(betaOf('atendimento.exemplo.com.br/base/')).toBe('betaSame')
    expect(betaOf('http://beta.exemplo.com.br')).toBe('addressNotSecure')
    expect(betaOf('https://a:b@beta.exemplo.com.br')).toBe('addressWithSecret')
    expect(draftToSend({ ...good, beta: ' beta.exemplo.com.br/ ' }, '', 'c1').beta_url).toBe(
      'https://beta.exemplo.com.br',
    )
  })

  it('want the secret typed again for a host that it was not given for', () => {
    const secretOf = (change: Partial<DraftFields>, beta: string | null = null) =>
      draftProblems({ ...good, ...change }, storedAt(beta)).secret
    expect(secretOf({})).toBeUndefined()
    expect(secretOf({ beta: 'https://atendimento.exemplo.com.br/beta' })).toBeUndefined()
    expect(secretOf({ beta: 'https://beta.exemplo.com.br' })).toBe('secretAgain')
    expect(secretOf({ beta: 'https://beta.exemplo.com.br' }, 'https://beta.exemplo.com.br')).toBeUndefined()
    expect(secretOf({ address: 'https://outro.exemplo.com.br' })).toBe('secretAgain')
  })
})
