import { IconPlus, IconReportAnalytics } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { CollectionList } from '../collections/collection-list.tsx'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { periodName, SummaryDialog } from './summary-form.tsx'

/** The summaries of this computer, and the form of a new one. */
export function SummariesScreen({ place: { create, sheet } }: { readonly place: PlaceOf<'summaries'> }) {
  const store = useFeature('summaries')
  const sheetsStore = useFeature('sheets').store
  const { go, goInstead } = useNavigation()
  const { now } = useApp()
  const messages = useMessages()
  const format = useFormat()
  const { summaries: texts, common } = messages
  const summaries = useStore(store, ({ list }) => readyValue(list))
  const sheets = useStore(sheetsStore, ({ list }) => readyValue(list))
  useEffect(() => {
    void store.getState().load()
    void sheetsStore.getState().load()
  }, [store, sheetsStore])
  const onCreate = () => goInstead({ screen: 'summaries', create: true })
  const icon = <IconReportAnalytics size={32} stroke={1.5} />
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={summaries && summaries.length > 0 ? texts.count(summaries.length) : null}
        onBack={() => goInstead({ screen: 'reports' })}
        actions={
          summaries && summaries.length > 0
            ? [{ label: texts.create, primary: true, icon: <IconPlus size={16} />, onClick: onCreate }]
            : []
        }
      />
      <div className="pad-16 scroll">
        <CollectionList
          store={store}
          texts={texts}
          caption={texts.list}
          columns={() => [
            { label: common.fields.name },
            { label: texts.fields.period, width: 180 },
            { label: texts.fields.madeAt, width: 160 },
            { label: common.fields.actions, width: 60, unseen: true },
          ]}
          line={({ id, period, page }, openDialog) => ({
            ...(page ? { sentence: { text: page.sheet_name } } : {}),
            cells: (
              <>
                <td className="dim">{periodName(period, messages)}</td>
                <td className="dim">{page ? format.moment(Date.parse(page.made_at), now()) : common.notYet}</td>
              </>
            ),
            menu: [
              { label: common.open, onClick: () => go({ screen: 'summary', id }) },
              { label: common.renameMore, onClick: () => openDialog('rename') },
              { label: common.forgetMore, onClick: () => openDialog('forget'), dangerous: true },
            ],
          })}
          menu={{ label: common.moreOf, width: 220 }}
          empty={
            sheets?.length === 0 ? (
              <EmptyState
                icon={icon}
                title={texts.noSheet}
                text={texts.noSheetText}
                action={{ label: messages.sheets.create, onClick: () => go({ screen: 'sheets', create: true }) }}
              />
            ) : (
              <EmptyState
                icon={icon}
                title={texts.empty}
                text={texts.emptyText}
                action={{ label: texts.create, onClick: onCreate }}
              />
            )
          }
          onOpen={({ id }) => go({ screen: 'summary', id })}
        />
      </div>
      {create && sheets && sheets.length > 0 ? (
        <SummaryDialog
          summary={null}
          sheets={sheets}
          sheet={sheet}
          onSaved={({ id }) => goInstead({ screen: 'summary', id })}
          onClose={() => goInstead({ screen: 'summaries' })}
        />
      ) : null}
    </>
  )
}
