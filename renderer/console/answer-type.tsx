import { Button, Group, Text } from '@mantine/core'
import { useStore } from 'zustand'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import type { AnswerStore } from './answer-store.ts'

export interface AnswerTypeProps {
  readonly store: AnswerStore
  readonly now: () => number
}

/** What is known of the answers of a route, learnt from those that came. */
export function AnswerType({ store, now }: AnswerTypeProps) {
  const texts = useMessages().console.type
  const format = useFormat()
  const { type, forgetType, retry } = useStore(store)
  return (
    <LoadableView of={type} onRetry={() => void retry()}>
      {({ answers, since, fields }) =>
        since === null ? (
          <EmptyState title={texts.unknown} text={texts.unknownText} />
        ) : (
          <div className="console-list">
            <Group gap="sm" mb="sm">
              <Text size="sm" c="dimmed" className="figures">
                {texts.learnt(answers, format.moment(Date.parse(since), now()))}
              </Text>
              <Button variant="subtle" onClick={() => void forgetType()}>
                {texts.forget}
              </Button>
            </Group>
            <ListTable
              caption={texts.caption}
              columns={[{ label: texts.path }, { label: texts.kinds, width: 220 }, { label: texts.always, width: 120 }]}
            >
              {fields.map(({ path, kinds, always }) => (
                <tr key={path} className="console-line">
                  <td className="console-code">{path === '' ? texts.root : path}</td>
                  <td>{kinds.map((kind) => texts.names[kind] ?? kind).join(' | ')}</td>
                  <td className="dim">{always ? texts.isAlways : texts.sometimes}</td>
                </tr>
              ))}
            </ListTable>
          </div>
        )
      }
    </LoadableView>
  )
}
