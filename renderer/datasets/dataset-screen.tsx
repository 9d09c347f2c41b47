import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core'
import { IconArrowsJoin2, IconDownload } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { Dataset } from '../../preload/contract/reports.ts'
import type { TableColumn } from '../../preload/contract/table-queries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { leadFields } from '../../preload/values/lead-fields.ts'
import { CollectionScreen, type OpenItem } from '../collections/collection-screen.tsx'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import type { TableDefaults } from '../tables/columns.ts'
import type { TableStore } from '../tables/table-state.ts'
import { TableView } from '../tables/table-view.tsx'
import { leadWords, type TableWords } from '../tables/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** One data set as a table, with all its actions. */
export function DatasetScreen({ place: { connection, id } }: { readonly place: PlaceOf<'dataset'> }) {
  const texts = useMessages().datasets
  const { go } = useNavigation()
  const store = useFeature('datasets')
  const shared = {
    table: useFeature('tables').of({ kind: 'dataset', id: `${connection}:${id}` }, datasetDefaults),
    onBack: () => go({ screen: 'console', connection, part: 'datasets' }),
  }
  return (
    <CollectionScreen {...shared} store={store} connection={connection} id={id} texts={texts} gone={texts}>
      {(open) => <OpenDataset {...shared} {...open} />}
    </CollectionScreen>
  )
}

interface OpenDatasetProps extends OpenItem<Dataset> {
  readonly table: TableStore
  readonly onBack: () => void
}

function OpenDataset(props: OpenDatasetProps) {
  const { table, item: dataset, notice, openDialog, onBack } = props
  const messages = useMessages()
  const texts = messages.datasets
  const [joining, setJoining] = useState(false)
  const toCruzar = useFeature('cruzar').useRowActions(table)
  const hasRows = dataset.rows > 0
  const hasColumns = dataset.columns.length > 0
  useShortcuts([{ keys: 'mod+e', label: messages.common.export, run: () => hasRows && openDialog('export') }])
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
            onClick: () => setJoining(true),
          },
          {
            label: messages.common.export,
            icon: <IconDownload size={16} />,
            disabled: !hasRows && messages.common.unavailable.noRows,
            onClick: () => openDialog('export'),
          },
        ]}
        menu={[
          ...toCruzar.shown,
          { label: messages.common.rename, onClick: () => openDialog('rename') },
          { label: messages.common.forgetMore, onClick: () => openDialog('forget'), dangerous: true },
        ]}
      />
      {joining ? null : notice}
      <TableView
        store={table}
        words={datasetWords}
        label={dataset.name}
        searchPlaceholder={texts.search}
        moreActions={[toCruzar.selected, ...toCruzar.shown]}
        empty={<EmptyState title={texts.noRows} text={texts.noRowsText} />}
      />
      {joining ? <JoinDialog dataset={dataset} onClose={() => setJoining(false)} /> : null}
    </>
  )
}

function DatasetFacts({ table, item: dataset }: OpenDatasetProps) {
  const { now } = useApp()
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
    dataset.page_of === null ? messages.common.rows(dataset.rows) : texts.page(dataset.rows, dataset.page_of.total),
    messages.common.readAt(format.moment(Date.parse(dataset.read_at), now())),
    callOf(dataset),
    joined,
  ])
  return <span title={facts}>{facts}</span>
}

/** The call that gave it, with its parameters. */
function callOf({ source, query }: Dataset): string {
  return query.length === 0 ? source : `${source}?${query.map(([name, value]) => `${name}=${value}`).join('&')}`
}

/**
 * Whether the table has the columns of the lead for a column: the list of data sets knows of a join before the table
 * does.
 */
function isJoined(columns: readonly TableColumn[], column: string): boolean {
  const place = columns.findIndex(({ key }) => key === column)
  return columns[place + 1]?.key === 'lead_resultado'
}

/** Asks which column identifies the person of a row, and by which key. */
function JoinDialog({ dataset, onClose }: { readonly dataset: Dataset; readonly onClose: () => void }) {
  const messages = useMessages()
  const texts = messages.datasets.join
  const [join, setJoin] = useState<Join>(() => dataset.join ?? guessedJoin(dataset.columns))
  const { working, failure, join: saveJoin, dismissFailure } = useStore(useFeature('datasets'))
  const close = () => {
    dismissFailure()
    onClose()
  }
  const save = async (changed: Dataset['join']) => {
    if (await saveJoin(dataset.id, changed)) close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(join)
  }
  return (
    <Dialog onClose={close} title={texts.title} size={480}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {texts.text}
          </Text>
          <Select
            label={texts.column}
            data={dataset.columns.map((column) => ({ value: column, label: column }))}
            value={join.column}
            searchable
            // The dialog opens with this field focused: an open list would cover the other fields.
            openOnFocus={false}
            allowDeselect={false}
            data-autofocus
            onChange={(column) => column !== null && setJoin({ ...join, column })}
          />
          <Radio.Group
            label={texts.by}
            value={join.by}
            onChange={(value) => setJoin({ ...join, by: joinWays.find((way) => way === value) ?? join.by })}
          >
            <Stack gap="sm" mt="sm">
              {joinWays.map((way) => (
                <Radio key={way} value={way} size="sm" label={texts.ways[way]} />
              ))}
            </Stack>
          </Radio.Group>
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="sm">
            {dataset.join ? (
              <Button variant="subtle" size="sm" mr="auto" onClick={() => void save(null)}>
                {texts.remove}
              </Button>
            ) : null}
            <Button variant="default" size="sm" onClick={close}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" loading={working === dataset.id}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

type Join = NonNullable<Dataset['join']>

const joinWays: readonly Join['by'][] = ['contato_id', 'telefone', 'email']

/** The usual names of columns that identify a person, most reliable first. */
const names: readonly (readonly [Join['by'], RegExp])[] = [
  ['contato_id', /^(?=.*id$)(?:.*[._])?(?:contato|contact|sender)[._]/i],
  ['telefone', /fone|phone|celular|whats/i],
  ['email', /e-?mail/i],
]

/**
 * The join that a data set's columns suggest; else its first column as a contact's number, which the person can change.
 */
export function guessedJoin(columns: readonly string[]): Join {
  for (const [by, name] of names) {
    const column = columns.find((one) => name.test(one))
    if (column !== undefined) return { column, by }
  }
  return { column: columns[0] ?? '', by: 'contato_id' }
}

const leadPrefix = 'lead_'

/** The joined lead's fields shown by default: person and state. The others can be shown. */
const shownFields = ['nome', 'telefone', 'status', 'agente', 'ultima_mensagem_em']

/** The records as they came, then the main fields of the lead. */
export const datasetDefaults: TableDefaults = {
  order: [],
  pinned: [],
  hidden: leadFields.flatMap(({ key }) => (shownFields.includes(key) ? [] : [leadPrefix + key])),
  widths: { lead_motivo: 220 },
}

/** The names of the answer are not changed; the columns that Cruza adds have the words of a lead. */
export function datasetWords(messages: Messages): TableWords {
  const leads = leadWords(messages)
  const named: Readonly<Record<string, string>> = messages.entries.columns
  return {
    heading({ key, heading }) {
      if (heading !== null) return heading
      if (!key.startsWith(leadPrefix)) return leads.heading({ key, heading })
      return named[key] ?? messages.cruzar.leadHeading(leads.heading({ key: key.slice(leadPrefix.length), heading }))
    },
    value({ key, type }, value) {
      if (type === 'code') return messages.datasets.booleans[value] ?? value
      return leads.value({ key, type }, value)
    },
  }
}
