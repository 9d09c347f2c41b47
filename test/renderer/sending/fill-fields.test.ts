import { describe, expect, it } from 'vitest'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { fillText, hasFields, messageFields } from '../../../renderer/sending/fill-fields.ts'

const by = {
  format: createFormat('pt-BR', 'America/Sao_Paulo'),
  status: (status: string) => ({ open: 'Aberta' })[status] ?? status,
}
const fields = {
  nome: 'Maria  Souza',
  telefone: '+5511987654321',
  email: null,
  status: 'open',
  mensagens: 12,
  conversa_criada_em: '2026-11-20T12:11:00-03:00',
  etiquetas_contato: ['vip', 'retorno'],
  conversa_id: 1042,
}

describe('a text with fields', () => {
  it('reads as the user will read it', () => {
    const text = 'Oi, {{primeiro_nome}}! {{ Nome }}, {{telefone}}, {{status}}, {{mensagens}}, {{etiquetas_contato}}.'
    expect(fillText(text, fields, by)).toEqual({
      content: 'Oi, Maria! Maria Souza, (11) 98765-4321, Aberta, 12, vip e retorno.',
      missing: [],
    })
    expect(fillText('desde {{conversa_criada_em}}', fields, by).content).toBe('desde 20/11/2026 12:11')
  })

  it('names what has no value, once, and leaves it as it stands', () => {
    expect(fillText('{{email}} {{email}} {{xis}} {{constructor}} {{nome}}', fields, by)).toEqual({
      content: '{{email}} {{email}} {{xis}} {{constructor}} Maria Souza',
      missing: ['email', 'xis', 'constructor'],
    })
    expect(fillText('{{}}', fields, by).missing).toEqual([''])
  })

  it('takes no template from who wrote to the team', () => {
    const hostile = { nome: '{{agent.email}} {% raw %}\n<b>x</b>', telefone: 'sem número' }
    const { content } = fillText('Olá, {{nome}} {{telefone}}', hostile, by)
    expect(content).not.toMatch(/\{\{|\{%|%\}|\}\}|\n/)
    expect(content).toContain('<b>x</b>')
    expect(content).toContain('sem número')
  })

  it('is distinguished from one without', () => {
    expect(hasFields('Oi {{nome}}')).toBe(true)
    expect(hasFields('Oi {nome}')).toBe(false)
  })
})

describe('the fields that are offered', () => {
  it('have a value, the first name before all, and are no numbers of the service', () => {
    expect(messageFields(fields, by).map(({ key }) => key)).toEqual([
      'primeiro_nome',
      'nome',
      'telefone',
      'etiquetas_contato',
      'conversa_criada_em',
      'mensagens',
      'status',
    ])
  })
})
