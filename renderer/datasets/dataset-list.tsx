import { IconTable } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Dataset } from '../../preload/contract/reports.ts'
import { CollectionList } from '../collections/collection-list.tsx'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** The data sets of a connection, one in each line, newest first. */
export function DatasetList({ connection: { id: connection } }: { readonly connection: Connection }) {
  const store = useFeature('datasets')
  const { now } = useApp()
  const { go } = useNavigation()
  const onOpen = ({ id }: Dataset) => go({ screen: 'dataset', connection, id })
  const format = useFormat()
  const { datasets: texts, common } = useMessages()
  const { columns, actions } = texts
  useEffect(() => void store.getState().open(connection), [store, connection])
  return (
    <CollectionList
      store={store}
      texts={texts}
      caption={texts.list}
      columns={() => [
        { label: common.fields.name },
        { label: columns.origin, width: 104 },
        { label: common.fields.rows, width: 92, number: true },
        { label: common.fields.size, width: 92, number: true },
        { label: columns.read, width: 152 },
        { label: common.fields.actions, width: 56, unseen: true },
      ]}
      line={(dataset, openDialog) => ({
        sentence: { text: dataset.source },
        cells: (
          <>
            <td className="dim">{texts.origins[dataset.origin]}</td>
            <td className="list-number">{format.number(dataset.rows)}</td>
            <td className="list-number dim">{format.bytes(dataset.bytes)}</td>
            <td className="dim">{format.moment(Date.parse(dataset.read_at), now())}</td>
          </>
        ),
        menu: [
          { label: common.open, onClick: () => onOpen(dataset) },
          { label: common.rename, onClick: () => openDialog('rename') },
          { label: common.forgetMore, onClick: () => openDialog('forget'), dangerous: true },
        ],
      })}
      menu={{ label: actions.more, width: 200 }}
      empty={<EmptyState icon={<IconTable size={28} />} title={texts.empty} text={texts.emptyText} />}
      onOpen={onOpen}
    />
  )
}
