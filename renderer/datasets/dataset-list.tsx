import { UnstyledButton } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Dataset } from '../../preload/contract/datasets.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { useDialogSubject } from '../ui/use-dialog-subject.ts'
import { ForgetDatasetDialog, RenameDatasetDialog } from './dataset-dialogs.tsx'
import type { DatasetsStore } from './datasets-store.ts'

export interface DatasetListProps {
  readonly store: DatasetsStore
  readonly connection: string
  readonly now: () => number
  readonly onOpen: (dataset: Dataset) => void
}

interface Asking {
  readonly what: 'rename' | 'forget'
  readonly dataset: Dataset
}

/** The data sets of a connection, a line each, newest first. */
export function DatasetList({ store, connection, now, onOpen }: DatasetListProps) {
  const texts = useMessages().datasets
  const list = useStore(store, (state) => state.list)
  const [asking, ask, close] = useDialogSubject<Asking>()
  useEffect(() => void store.getState().show(connection), [store, connection])
  return (
    <LoadableView of={list} onRetry={() => void store.getState().load()}>
      {(datasets) =>
        datasets.length === 0 ? (
          <EmptyState icon={<IconTable size={28} />} title={texts.empty} text={texts.emptyText} />
        ) : (
          <>
            <Lines datasets={datasets} now={now()} onOpen={onOpen} onAsk={ask} />
            <ListDialogs store={store} asking={asking} onClose={close} />
          </>
        )
      }
    </LoadableView>
  )
}

interface LinesProps {
  readonly datasets: readonly Dataset[]
  readonly now: number
  readonly onOpen: (dataset: Dataset) => void
  readonly onAsk: (asking: Asking) => void
}

function Lines({ datasets, now, onOpen, onAsk }: LinesProps) {
  const texts = useMessages().datasets
  const format = useFormat()
  const { columns, actions } = texts
  return (
    <ListTable
      caption={texts.list}
      columns={[
        { label: columns.name },
        { label: columns.origin, width: 104 },
        { label: columns.rows, width: 92, number: true },
        { label: columns.size, width: 92, number: true },
        { label: columns.read, width: 152 },
        { label: columns.actions, width: 56, unseen: true },
      ]}
    >
      {datasets.map((dataset) => (
        <tr key={dataset.id}>
          <td>
            <UnstyledButton className="list-name" title={dataset.name} onClick={() => onOpen(dataset)}>
              {dataset.name}
            </UnstyledButton>
            <div className="list-sentence dim" title={dataset.source}>
              {dataset.source}
            </div>
          </td>
          <td className="dim">{texts.origins[dataset.origin]}</td>
          <td className="list-number">{format.number(dataset.rows)}</td>
          <td className="list-number dim">{format.bytes(dataset.bytes)}</td>
          <td className="dim">{format.moment(Date.parse(dataset.read_at), now)}</td>
          <td className="list-actions">
            <DotsMenu
              label={actions.more(dataset.name)}
              width={200}
              items={[
                { label: actions.open, onClick: () => onOpen(dataset) },
                { label: actions.rename, onClick: () => onAsk({ what: 'rename', dataset }) },
                { label: actions.forget, onClick: () => onAsk({ what: 'forget', dataset }), dangerous: true },
              ]}
            />
          </td>
        </tr>
      ))}
    </ListTable>
  )
}

interface ListDialogsProps {
  readonly store: DatasetsStore
  readonly asking: Asking | null
  readonly onClose: () => void
}

function ListDialogs({ store, asking, onClose }: ListDialogsProps) {
  const { working, failure, rename, forget, dismissFailure } = useStore(store)
  if (!asking) return null
  const { dataset } = asking
  const close = () => {
    dismissFailure()
    onClose()
  }
  const after = async (deed: Promise<boolean>) => {
    if (await deed) close()
  }
  const state = { dataset, working: working === dataset.id, failure, onClose: close }
  return asking.what === 'rename' ? (
    <RenameDatasetDialog {...state} onRename={(name) => void after(rename(dataset.id, name))} />
  ) : (
    <ForgetDatasetDialog {...state} onForget={() => void after(forget(dataset.id))} />
  )
}
