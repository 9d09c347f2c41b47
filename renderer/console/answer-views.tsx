import { Button, Group, Select, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { AnswerNode, ConsoleCall } from '../../preload/contract/console.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { type Place, placeKey } from './answer-store.ts'

/** An answer branch by branch. Every text of it is shown as plain text. */
export function AnswerTree() {
  const { inspection, retry } = useStore(useFeature('console').answer)
  return (
    <div className="console-tree pad-12-16 scroll">
      <LoadableView of={inspection} onRetry={() => void retry()}>
        {({ root }) =>
          root.kind === 'object' || root.kind === 'list' ? <Branch node={root} place={[]} /> : <Leaf node={root} />
        }
      </LoadableView>
    </div>
  )
}

function Branch({ node, place }: { readonly node: AnswerNode; readonly place: Place }) {
  const store = useFeature('console').answer
  const { fold, unfold } = store.getState()
  const messages = useMessages()
  const texts = messages.console.answer
  const branch = useStore(store, (state) => state.branches[placeKey(place)])
  const remaining = branch ? node.size - branch.nodes.length : 0
  return (
    <>
      <UnstyledButton
        className="console-node hoverable"
        aria-expanded={branch !== undefined}
        onClick={() => (branch ? fold(place) : void unfold(place))}
      >
        {branch ? <IconChevronDown size={12} aria-hidden="true" /> : <IconChevronRight size={12} aria-hidden="true" />}
        <span className="accent mono">{node.key}</span>{' '}
        <span className="dim">{node.kind === 'list' ? texts.items(node.size) : texts.fields(node.size)}</span>
      </UnstyledButton>
      {branch ? (
        <ul className="console-branch plain-list">
          {branch.nodes.map((child) => (
            <li key={String(child.key)}>
              {child.size > 0 ? <Branch node={child} place={[...place, child.key]} /> : <Leaf node={child} />}
            </li>
          ))}
          {remaining > 0 ? (
            <li>
              {branch.loading ? (
                <span className="dim">{messages.common.loading}</span>
              ) : (
                <UnstyledButton className="console-more" onClick={() => void unfold(place)}>
                  {texts.moreNodes(remaining)}
                </UnstyledButton>
              )}
            </li>
          ) : null}
        </ul>
      ) : null}
    </>
  )
}

function Leaf({ node }: { readonly node: AnswerNode }) {
  return (
    <div className="console-leaf">
      <span className="accent mono">{node.key}</span>{' '}
      <span className="console-value mono verbatim" data-kind={node.kind}>
        {node.text || emptyText[node.kind]}
      </span>
    </div>
  )
}

const emptyText: Readonly<Record<string, string>> = { text: '""', list: '[]', object: '{}' }

export function AnswerHeaders({ headers }: Pick<ConsoleCall, 'headers'>) {
  const { common } = useMessages()
  const texts = useMessages().console.headers
  if (headers.length === 0) return <EmptyState title={texts.none} />
  return (
    <div className="pad-12-16 scroll">
      <ListTable
        caption={texts.caption}
        columns={[{ label: common.fields.name, width: 260 }, { label: common.fields.value }]}
      >
        {headers.map(([name, value]) => (
          <tr key={name} className="console-line">
            <td className="console-code verbatim">{name}</td>
            <td className="console-code verbatim">{value}</td>
          </tr>
        ))}
      </ListTable>
    </div>
  )
}

/** The type of a route's answers, inferred from those that came. */
export function AnswerType() {
  const { now } = useApp()
  const { common } = useMessages()
  const texts = useMessages().console.type
  const format = useFormat()
  const { type, forgetType, retry } = useStore(useFeature('console').answer)
  return (
    <LoadableView of={type} onRetry={() => void retry()}>
      {({ answers, since, fields }) =>
        since === null ? (
          <EmptyState title={texts.unknown} text={texts.unknownText} />
        ) : (
          <div className="pad-12-16 scroll">
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
              columns={[
                { label: common.fields.field },
                { label: common.fields.type, width: 220 },
                { label: texts.always, width: 120 },
              ]}
            >
              {fields.map(({ path, kinds, always }) => (
                <tr key={path} className="console-line">
                  <td className="console-code verbatim">{path === '' ? texts.root : path}</td>
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

/** The answer as it came, without its secrets. It is never rendered as a page. `note`: a remark about it. */
export function AnswerText({ note }: { readonly note: string | null }) {
  const texts = useMessages().console.answer
  const { text, textTotal, moreText } = useStore(useFeature('console').answer)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach what does
    <section className="pad-12-16 scroll" aria-label={texts.views.text} tabIndex={0}>
      {note ? (
        <Text size="sm" mb="sm">
          {note}
        </Text>
      ) : null}
      <pre className="console-code verbatim">{text}</pre>
      {text.length < textTotal ? (
        <Button variant="subtle" onClick={() => void moreText()}>
          {texts.moreText}
        </Button>
      ) : null}
    </section>
  )
}

/** A list of the answer as a table, a hundred rows at a time. The full grid opens from the saved data set. */
export function AnswerTable() {
  const { common } = useMessages()
  const texts = useMessages().console.answer
  const { inspection, rows, moreRows, retry } = useStore(useFeature('console').answer)
  return (
    <LoadableView of={inspection} onRetry={() => void retry()}>
      {({ table }) => {
        if (!table) return <EmptyState title={texts.noTable} text={texts.noTableText} />
        if (table.rows === 0) return <EmptyState title={texts.emptyList} />
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach what does
          <section className="console-table scroll" aria-label={common.fields.table} tabIndex={0}>
            <table className="figures">
              <thead>
                <tr>
                  {table.columns.map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((cells, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other name than their place
                  <tr key={row}>
                    {cells.map((cell, column) => (
                      <td key={table.columns[column]} title={cell}>
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {rows.length < table.rows ? (
              <Button variant="subtle" m="sm" onClick={() => void moreRows()}>
                {texts.moreRows}
              </Button>
            ) : null}
          </section>
        )
      }}
    </LoadableView>
  )
}

/** Selects the shown part of the response: by JSONPath, or one of its lists. */
export function PathBar() {
  const texts = useMessages().console.answer
  const { inspection, find } = useStore(useFeature('console').answer)
  const part = readyValue(inspection)
  const { expression = '$', refusal = null } = part ?? {}
  const [typed, setTyped] = useState(expression)
  useEffect(() => setTyped(expression), [expression])
  const lists = part?.lists.filter((list) => list.expression !== '$') ?? []
  return (
    <div className="rigid pad-8-16 line-below row">
      <TextInput
        size="xs"
        flex={1}
        aria-label={texts.expression}
        placeholder={texts.expressionHint}
        classNames={{ input: 'console-code' }}
        value={typed}
        error={refusal && { invalid: texts.badExpression, costly: texts.costlyExpression }[refusal]}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && void find(typed)}
        onBlur={() => typed !== expression && void find(typed)}
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
          onChange={(value) => void find(value ?? '$')}
        />
      ) : null}
      {part && expression !== '$' ? (
        <Text size="sm" c="dimmed" className="figures" role="status">
          {texts.matches(part.matches)}
        </Text>
      ) : null}
    </div>
  )
}
