import { Select, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { AnswerStore } from './answer-store.ts'

/** Which part of the answer is looked at: by JSONPath, or one of the lists in it. */
export function PathBar({ store }: { readonly store: AnswerStore }) {
  const texts = useMessages().console.answer
  const { expression, refusal, look } = useStore(store)
  const [written, setWritten] = useState(expression)
  useEffect(() => setWritten(expression), [expression])
  const found = readyValue(look)
  const lists = found?.lists.filter((list) => list.expression !== '$') ?? []
  const find = (text: string) => void store.getState().find(text)
  return (
    <div className="console-path-bar">
      <TextInput
        size="xs"
        flex={1}
        aria-label={texts.expression}
        placeholder={texts.expressionHint}
        classNames={{ input: 'console-code' }}
        value={written}
        error={refusal && { invalid: texts.badExpression, costly: texts.costlyExpression }[refusal]}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setWritten(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && find(written)}
        onBlur={() => written !== expression && find(written)}
      />
      {lists.length > 0 ? (
        <Select
          size="xs"
          w={240}
          aria-label={texts.lists}
          placeholder={texts.lists}
          comboboxProps={{ withinPortal: false }}
          data={[
            { value: '$', label: texts.whole },
            ...lists.map((list) => ({
              value: list.expression,
              label: joinFacts([list.expression, texts.rows(list.rows)]),
            })),
          ]}
          value={lists.some((list) => list.expression === expression) || expression === '$' ? expression : null}
          onChange={(value) => find(value ?? '$')}
        />
      ) : null}
      {found && expression !== '$' ? (
        <Text size="sm" c="dimmed" className="figures" role="status">
          {texts.matches(found.matches)}
        </Text>
      ) : null}
    </div>
  )
}
