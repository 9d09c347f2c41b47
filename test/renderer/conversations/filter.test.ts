import { describe, expect, it } from 'vitest'
import type { ConversationCondition } from '../../../preload/contract/conversations.ts'
import { en } from '../../../preload/messages/en/index.ts'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { conversationAttributes } from '../../../preload/values/conversation-fields.ts'
import {
  attributeOrder,
  builtInFilters,
  draftsOf,
  filterOf,
  filterPhrase,
  valueShape,
  withAttribute,
  withCondition,
  withOperator,
} from '../../../renderer/conversations/conversation-filter.ts'
import { createFormat } from '../../../renderer/kernel/format.ts'
import { knownNames } from '../../kit/samples-platform.ts'

const condition = (
  attribute_key: ConversationCondition['attribute_key'],
  filter_operator: ConversationCondition['filter_operator'],
  ...values: (string | number)[]
): ConversationCondition => ({ attribute_key, filter_operator, values })
describe('the conditions of the filter builder', () => {
  it('offer every attribute of the document once', () => {
    expect([...attributeOrder].sort()).toEqual(Object.keys(conversationAttributes).sort())
  })

  it('offer every operator that the document allows for the attribute', () => {
    for (const attribute of attributeOrder) {
      const isDate = attribute === 'created_at' || attribute === 'last_activity_at'
      expect(conversationAttributes[attribute].operators, attribute).toEqual(
        isDate
          ? ['is_greater_than', 'is_less_than', 'days_before']
          : ['equal_to', 'not_equal_to', 'contains', 'is_present', 'is_not_present'],
      )
    }
  })

  it('have values of the kind that their operator compares with', () => {
    const shapes = attributeOrder.flatMap((attribute) =>
      conversationAttributes[attribute].operators.map((operator) => {
        const shape = valueShape({ attribute_key: attribute, filter_operator: operator })
        return `${attribute} ${operator}: ${shape}`
      }),
    )
    for (const line of [
      'status equal_to: choices',
      'assignee_id equal_to: ids',
      'assignee_id is_not_present: none',
      'contact_id not_equal_to: numbers',
      'status contains: text',
      'priority contains: text',
      'inbox_id contains: part',
      'labels contains: text',
      'display_id is_present: none',
      'display_id contains: part',
      'labels equal_to: labels',
      'created_at is_greater_than: day',
      'last_activity_at days_before: days',
      'mail_subject contains: text',
    ]) {
      expect(shapes).toContain(line)
    }
  })

  it('make a filter once each has its values', () => {
    const drafts = withCondition(draftsOf([condition('status', 'equal_to', 'open')]))
    expect(drafts.map(({ attribute_key }) => attribute_key)).toEqual(['status', 'assignee_id'])
    expect(filterOf(drafts)).toBeNull()
    const whole = drafts.map((draft) => (draft.attribute_key === 'assignee_id' ? { ...draft, values: [21] } : draft))
    expect(filterOf(whole)).toEqual([condition('status', 'equal_to', 'open'), condition('assignee_id', 'equal_to', 21)])
    expect(filterOf([])).toBeNull()
  })

  it('need no value for whether something is there', () => {
    const [draft] = draftsOf([condition('team_id', 'equal_to', 31)])
    if (!draft) throw new Error('one condition makes one draft')
    expect(filterOf([withOperator(draft, 'is_present')])).toEqual([condition('team_id', 'is_present')])
  })

  it('keep their values where these mean the same, and lose them where not', () => {
    const [created, agent] = draftsOf([
      condition('created_at', 'is_greater_than', '2026-11-01'),
      condition('assignee_id', 'equal_to', 21, 22),
    ])
    if (!created || !agent) throw new Error('two conditions make two drafts')
    expect(withOperator(created, 'is_less_than').values).toEqual(['2026-11-01'])
    expect(withOperator(created, 'days_before').values).toEqual([])
    expect(withOperator(agent, 'not_equal_to').values).toEqual([21, 22])
    expect(withAttribute(agent, 'inbox_id')).toMatchObject({ filter_operator: 'equal_to', values: [] })
    expect(withAttribute(agent, 'assignee_id')).toBe(agent)
  })

  it('of the filters that the app brings are whole', () => {
    for (const filter of Object.values(builtInFilters)) expect(filterOf(draftsOf(filter))).toEqual(filter)
  })
})
describe('a conversation filter as a sentence', () => {
  const phrase = (...filter: ConversationCondition[]) =>
    filterPhrase(filter, { messages: ptBR, format: createFormat('pt-BR'), known: knownNames })

  it('names whom it knows and numbers the others', () => {
    expect(
      phrase(condition('status', 'equal_to', 'open', 'pending'), condition('assignee_id', 'not_equal_to', 21, 99)),
    ).toBe('Conversas em que a situação é aberta ou pendente e o agente não é Ana ou nº 99')
  })

  it('shows days as people write them, and whole numbers of days', () => {
    expect(
      phrase(condition('created_at', 'is_greater_than', '2026-11-01'), condition('last_activity_at', 'days_before', 7)),
    ).toBe('Conversas em que a abertura foi depois de 01/11/2026 e a última atividade foi há mais de 7 dias')
  })

  it('shows what is there and what is not', () => {
    expect(phrase(condition('team_id', 'is_present'), condition('labels', 'is_not_present'))).toBe(
      'Conversas em que há uma equipe e não há etiquetas',
    )
  })

  it('counts what would be too long', () => {
    expect(phrase(condition('labels', 'equal_to', 'a', 'b', 'c', 'd', 'e'))).toBe(
      'Conversas em que há alguma das etiquetas “a”, “b”, “c” ou mais 2',
    )
  })

  it('has words for each attribute with each of its operators, in both languages', () => {
    const sentences = [ptBR, en].flatMap((messages) =>
      attributeOrder.flatMap((attribute) =>
        conversationAttributes[attribute].operators.map((operator) => {
          const needed = valueShape({ attribute_key: attribute, filter_operator: operator }) !== 'none'
          return filterPhrase([condition(attribute, operator, ...(needed ? [3] : []))], {
            messages,
            format: createFormat('pt-BR'),
            known: knownNames,
          })
        }),
      ),
    )
    expect(new Set(sentences).size).toBe(sentences.length)
    for (const sentence of sentences) expect(sentence).not.toMatch(/_|undefined/)
  })
})
