import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { AnswerNode } from '../../preload/contract/console.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { type AnswerStore, type Place, placeKey } from './answer-store.ts'

/** An answer branch by branch. Every text of it is shown as text. */
export function AnswerTree({ store }: { readonly store: AnswerStore }) {
  const look = useStore(store, (state) => state.look)
  return (
    <div className="console-tree">
      <LoadableView of={look} onRetry={() => void store.getState().retry()}>
        {({ root }) =>
          root.kind === 'object' || root.kind === 'list' ? (
            <Branch store={store} node={root} place={[]} />
          ) : (
            <Leaf node={root} />
          )
        }
      </LoadableView>
    </div>
  )
}

interface BranchProps {
  readonly store: AnswerStore
  readonly node: AnswerNode
  readonly place: Place
}

function Branch({ store, node, place }: BranchProps) {
  const messages = useMessages()
  const texts = messages.console.answer
  const branch = useStore(store, (state) => state.branches[placeKey(place)])
  const left = branch ? node.size - branch.nodes.length : 0
  return (
    <>
      <UnstyledButton
        className="console-node"
        aria-expanded={branch !== undefined}
        onClick={() => (branch ? store.getState().fold(place) : void store.getState().unfold(place))}
      >
        {branch ? <IconChevronDown size={12} aria-hidden="true" /> : <IconChevronRight size={12} aria-hidden="true" />}
        <span className="console-key">{node.key}</span>{' '}
        <span className="dim">{node.kind === 'list' ? texts.items(node.size) : texts.fields(node.size)}</span>
      </UnstyledButton>
      {branch ? (
        <ul className="console-branch">
          {branch.nodes.map((child) => (
            <li key={String(child.key)}>
              {child.size > 0 ? (
                <Branch store={store} node={child} place={[...place, child.key]} />
              ) : (
                <Leaf node={child} />
              )}
            </li>
          ))}
          {left > 0 ? (
            <li>
              {branch.asking ? (
                <span className="dim">{messages.common.loading}</span>
              ) : (
                <UnstyledButton className="console-more" onClick={() => void store.getState().unfold(place)}>
                  {texts.moreNodes(left)}
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
      <span className="console-key">{node.key}</span>{' '}
      <span className="console-value" data-kind={node.kind}>
        {textOf(node)}
      </span>
    </div>
  )
}

function textOf({ kind, text }: AnswerNode): string {
  switch (kind) {
    case 'text':
      return text === '' ? '""' : text
    case 'list':
      return '[]'
    case 'object':
      return '{}'
    default:
      return text
  }
}
