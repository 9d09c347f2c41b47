import { IconArrowsJoin2, IconDownload } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Dataset } from '../../preload/contract/datasets.ts'
import type { TableColumn } from '../../preload/contract/tables.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { ExportDialog } from '../tables/export-dialog.tsx'
import type { TableStore } from '../tables/table-state.ts'
import { TableView } from '../tables/table-view.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useWhileMounted } from '../ui/use-is-mounted.ts'
import { ForgetDatasetDialog, JoinDialog, RenameDatasetDialog } from './dataset-dialogs.tsx'
import { datasetDefaults, datasetWords } from './dataset-words.ts'
import type { DatasetsStore } from './datasets-store.ts'

export interface DatasetScreenProps {
  readonly store: DatasetsStore
  readonly table: TableStore
  readonly connection: string
  readonly id: string
  readonly now: () => number
  /** To the list of data sets. */
  readonly onBack: () => void
}

/** One data set as a table, with everything that can be done with it. */
export function DatasetScreen(props: DatasetScreenProps) {
  const { store, connection, id, onBack } = props
  const texts = useMessages().datasets
  const list = useStore(store, (state) => (state.connection === connection ? state.list : idle))
  useEffect(() => void store.getState().show(connection), [store, connection])
  const onForgotten = useWhileMounted(onBack)
  return (
    <LoadableView of={list} onRetry={() => void store.getState().load()}>
      {(datasets) => {
        const dataset = datasets.find((each) => each.id === id)
        return dataset ? (
          <OpenDataset {...props} dataset={dataset} onForgotten={onForgotten} />
        ) : (
          <EmptyState title={texts.gone} text={texts.goneText} action={{ label: texts.backToList, onClick: onBack }} />
        )
      }}
    </LoadableView>
  )
}

const idle = { status: 'idle' } as const

interface OpenDatasetProps extends DatasetScreenProps {
  readonly dataset: Dataset
  readonly onForgotten: () => void
}

type Asking = 'rename' | 'forget' | 'export' | 'join' | null

function OpenDataset(props: OpenDatasetProps) {
  const { table, dataset, onBack } = props
  const messages = useMessages()
  const texts = messages.datasets
  const words = useMemo(() => datasetWords(messages), [messages])
  const [asking, setAsking] = useState<Asking>(null)
  const hasRows = dataset.rows > 0
  const hasColumns = dataset.columns.length > 0
  useShortcuts([{ keys: 'mod+e', label: texts.actions.export, run: () => hasRows && setAsking('export') }])
  return (
    <>
      <PageHeader
        title={dataset.name}
        facts={<DatasetFacts {...props} />}
        onBack={onBack}
        actions={[
          {
            label: dataset.join ? texts.actions.changeJoin : texts.actions.join,
            icon: <IconArrowsJoin2 size={16} />,
            disabled: !hasColumns && messages.common.unavailable.noRows,
            onClick: () => setAsking('join'),
          },
          {
            label: texts.actions.export,
            icon: <IconDownload size={16} />,
            disabled: !hasRows && messages.common.unavailable.noRows,
            onClick: () => setAsking('export'),
          },
        ]}
        menu={[
          { label: texts.actions.rename, onClick: () => setAsking('rename') },
          { label: texts.actions.forget, onClick: () => setAsking('forget'), dangerous: true },
        ]}
      />
      <TableView
        store={table}
        words={words}
        label={dataset.name}
        searchPlaceholder={texts.search}
        sum={datasetDefaults.sum}
        empty={<EmptyState title={texts.noRows} text={texts.noRowsText} />}
      />
      <DatasetDialogs {...props} asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}

function DatasetFacts({ table, dataset, now }: OpenDatasetProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.datasets
  const { join } = dataset
  const inTable = useStore(
    table,
    ({ shape }) => join !== null && isJoined(readyValue(shape)?.columns ?? [], join.column),
  )
  const joined = join && (inTable ? texts.joined(join.column, join.by) : texts.joining)
  const facts = joinFacts([
    messages.common.rows(dataset.rows),
    texts.readAt(format.moment(Date.parse(dataset.read_at), now())),
    dataset.source,
    joined,
  ])
  return <span title={facts}>{facts}</span>
}

/** Whether the columns of the leads stand beside a column: the list of data sets is told of a join before the table is. */
function isJoined(columns: readonly TableColumn[], column: string): boolean {
  const place = columns.findIndex(({ key }) => key === column)
  return columns[place + 1]?.key === 'lead_resultado'
}

interface DatasetDialogsProps extends OpenDatasetProps {
  readonly asking: Asking
  readonly onClose: () => void
}

function DatasetDialogs({ store, table, dataset, asking, onForgotten, onClose }: DatasetDialogsProps) {
  const { working, failure, rename, join, forget, dismissFailure } = useStore(store)
  const close = () => {
    dismissFailure()
    onClose()
  }
  const after = async (deed: Promise<boolean>, next: () => void) => {
    if (await deed) next()
  }
  const state = { dataset, working: working === dataset.id, failure, onClose: close }
  return (
    <>
      {asking === 'rename' ? (
        <RenameDatasetDialog {...state} onRename={(name) => void after(rename(dataset.id, name), close)} />
      ) : null}
      {asking === 'forget' ? (
        <ForgetDatasetDialog {...state} onForget={() => void after(forget(dataset.id), onForgotten)} />
      ) : null}
      {asking === 'join' ? (
        <JoinDialog {...state} onJoin={(wanted) => void after(join(dataset.id, wanted), close)} />
      ) : null}
      <ExportDialog store={table} name={dataset.name} opened={asking === 'export'} onClose={close} />
    </>
  )
}
