import { Checkbox, Title } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Connection, ConnectionDraft, ServiceKind } from '../../preload/contract/connections.ts'
import { useFeature, useNavigation } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { CheckList } from './check-list.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { ConnectionList } from './connection-list.tsx'
import { type DraftFields, draftOf } from './draft.ts'

/** What the panel at the right shows besides a check. */
interface Editing {
  readonly id: string
  readonly focus: 'name' | 'secret' | undefined
}

/** The panel at the right: what it edits, and how it changes after a save or with another connection. */
function usePanel(place: PlaceOf<'connections'>) {
  const { create = false, replace } = place
  const { store } = useFeature('connections')
  const { goInstead } = useNavigation()
  const { list, save, switchHost, checkAgain, closeCheck } = useStore(store)
  const [editing, setEditing] = useState<Editing>()
  const [saving, setSaving] = useState(false)
  /** The known values of a new connection. */
  const [begin, setBegin] = useState<DraftFields>()
  /** Counts the changes of the panel. A save that ends after a later change leaves the panel alone. */
  const changes = useRef(0)
  /** The last draft that was to be saved, without its secret. */
  const tried = useRef<Omit<ConnectionDraft, 'secret'>>(undefined)
  const connections = readyValue(list) ?? []
  const setCreating = (open: boolean) =>
    goInstead(open ? { screen: 'connections', create: true } : { screen: 'connections' })

  useEffect(() => {
    if (create) setEditing(undefined)
    else if (replace) setEditing({ id: replace, focus: 'secret' })
  }, [create, replace])
  // Leaving the screen aborts the check.
  useEffect(() => () => store.getState().closeCheck(), [store])

  const startNew = (fields?: DraftFields) => {
    changes.current += 1
    closeCheck()
    setBegin(fields)
    setCreating(true)
  }
  return {
    create,
    editing,
    edited: connections.find((connection) => connection.id === editing?.id),
    saving,
    begin,
    startNew,
    close() {
      changes.current += 1
      setEditing(undefined)
      setBegin(undefined)
      setCreating(false)
      closeCheck()
    },
    edit(connection: Connection, focus: 'name' | 'secret') {
      changes.current += 1
      closeCheck()
      setCreating(false)
      setEditing({ id: connection.id, focus })
    },
    async save(draft: ConnectionDraft) {
      changes.current += 1
      const change = changes.current
      const { secret: _, ...described } = draft
      tried.current = described
      setSaving(true)
      const saved = await save(draft)
      setSaving(false)
      if (!saved || change !== changes.current) return saved !== undefined
      setCreating(false)
      // After a failed check the form stays open below it, at the field to correct.
      setEditing(store.getState().check?.passed ? undefined : { id: saved.id, focus: undefined })
      return true
    },
    async switchHost(id: string, onBeta: boolean) {
      if (await switchHost(id, onBeta)) await checkAgain(id)
    },
    /** Makes another connection from the refused draft, or from the checked one. */
    separate(checked: string | null) {
      const original = tried.current?.id === checked ? tried.current : connections.find(({ id }) => id === checked)
      if (!original) return
      setEditing(undefined)
      startNew({ ...draftOf(original), name: `${original.name} (2)` })
    },
  }
}

/** The connections: the list at the left, form and check at the right. */
export function ConnectionsScreen({ place }: { readonly place: PlaceOf<'connections'> }) {
  const { connections: texts } = useMessages()
  const { list, check, failure, load, loadImpact, checkAgain, dismissFailure } = useStore(
    useFeature('connections').store,
  )
  const [forgetting, setForgetting] = useState<Connection>()
  const panel = usePanel(place)
  const count = readyValue(list)?.length ?? 0
  const create = () => panel.startNew()
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={count > 0 ? texts.facts(count) : null}
        actions={count > 0 ? [{ label: texts.create, onClick: create, primary: true }] : []}
      />
      <div className="connections panes" data-alone={count === 0 || undefined}>
        <div className="connections-main pad-16 scrolls words">
          {failure && !forgetting ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
          <LoadableView of={list} onRetry={() => void load()}>
            {(connections) =>
              connections.length === 0 && !panel.create ? (
                <EmptyState
                  icon={<IconPlugConnected size={32} stroke={1.5} />}
                  title={texts.emptyTitle}
                  text={texts.emptyText}
                  action={{ label: texts.create, onClick: create }}
                />
              ) : (
                <ConnectionList
                  connections={connections}
                  selected={panel.edited?.id ?? check?.id ?? undefined}
                  onEdit={panel.edit}
                  onSwitchHost={({ id }, onBeta) => {
                    panel.close()
                    void panel.switchHost(id, onBeta)
                  }}
                  onCheck={({ id }) => {
                    panel.close()
                    void checkAgain(id)
                  }}
                  onForget={(connection) => {
                    void loadImpact(connection.id)
                    setForgetting(connection)
                  }}
                />
              )
            }
          </LoadableView>
        </div>
        <Panel panel={panel} service={place.service ?? 'platform'} />
      </div>
      {forgetting ? (
        <ForgetDialog
          connection={forgetting}
          onForgotten={() => {
            setForgetting(undefined)
            panel.close()
          }}
          onClose={() => setForgetting(undefined)}
        />
      ) : null}
    </>
  )
}

interface PanelProps {
  readonly panel: ReturnType<typeof usePanel>
  /** The service of a new connection. */
  readonly service: ServiceKind
}

function Panel({ panel, service }: PanelProps) {
  const { connections: texts, common } = useMessages()
  const check = useStore(useFeature('connections').store, (state) => state.check)
  const { create, edited, editing, begin } = panel
  // A new connection that starts with known values lacks only the secret.
  const focusOfNew = begin ? 'secret' : 'name'
  if (!create && !edited && !check) return null
  return (
    <div className="connections-panel">
      {create || edited ? (
        <section aria-labelledby="connection-form-title">
          <Title order={2} mb="md" id="connection-form-title">
            {edited ? common.editNamed(edited.name) : texts.create}
          </Title>
          <ConnectionForm
            key={edited ? `${edited.id} ${editing?.focus}` : `new ${service} ${begin?.name}`}
            connection={edited}
            service={service}
            begin={begin}
            focus={edited ? editing?.focus : focusOfNew}
            working={panel.saving || (check?.running ?? false)}
            onSave={panel.save}
            onClose={panel.close}
          />
        </section>
      ) : null}
      {/* Below the button of the form, which is where the person looks. */}
      {check ? (
        <CheckList
          check={check}
          onSwitchHost={(onBeta) => check.id && void panel.switchHost(check.id, onBeta)}
          onDone={panel.close}
          onSeparate={() => panel.separate(check.id)}
        />
      ) : null}
    </div>
  )
}

interface ForgetDialogProps {
  readonly connection: Connection
  readonly onForgotten: () => void
  readonly onClose: () => void
}

const nothing = { entries: 0, reviewed: 0, conversation_sets: 0, datasets: 0, notes: 0 }

/**
 * Names what is lost with a connection before it is forgotten: its secret, and what can only be seen through it. For a
 * platform the person chooses whether its sheets are forgotten too. Reviews exist only on this computer: where there
 * are or may be some, the person must type the name.
 */
function ForgetDialog({ connection, onForgotten, onClose }: ForgetDialogProps) {
  const { id, name, sheets } = connection
  const { connections: texts, common } = useMessages()
  const { impact, working, failure, loadImpact, forget, dismissFailure } = useStore(useFeature('connections').store)
  const isForms = connection.service === 'forms'
  const [withSheets, setWithSheets] = useState(isForms)
  if (impact.status === 'idle' || impact.status === 'loading') return null
  const isUnknown = impact.status === 'failed'
  const { entries, reviewed, conversation_sets, datasets, notes } = isUnknown ? nothing : impact.value
  const hasSheets = !isForms && sheets > 0
  const losses = [
    texts.forgetLoses,
    isUnknown && (isForms ? texts.forgetLosesForms : texts.forgetLosesPlatform),
    entries > 0 && texts.forgetLosesEntries(entries),
    reviewed > 0 && texts.forgetLosesReviews(reviewed),
    conversation_sets > 0 && texts.forgetLosesConversations(conversation_sets),
    datasets > 0 && texts.forgetLosesDatasets(datasets),
    notes > 0 && texts.forgetLosesNotes(notes),
    hasSheets && withSheets && texts.forgetLosesSheets(sheets),
  ].filter((line) => line !== false)
  const keptBeside = hasSheets && !withSheets ? texts.forgetKeepsSheets : texts.forgetKeeps
  return (
    <ConfirmDialog
      title={common.forgetTitle(name)}
      lost={losses}
      kept={isForms && (entries + reviewed > 0 || isUnknown) ? texts.forgetKeepsEntries : keptBeside}
      confirm={common.forget}
      typed={isForms && (reviewed > 0 || isUnknown) ? name : undefined}
      busy={working !== null}
      failure={failure}
      onConfirm={async () => {
        if (await forget(id, withSheets)) onForgotten()
      }}
      onClose={() => {
        dismissFailure()
        onClose()
      }}
    >
      {isUnknown ? <FailureNotice failure={impact.failure} onRetry={() => void loadImpact(id)} /> : null}
      {hasSheets ? (
        <Checkbox
          label={texts.forgetSheets(sheets)}
          checked={withSheets}
          onChange={(event) => setWithSheets(event.currentTarget.checked)}
        />
      ) : null}
    </ConfirmDialog>
  )
}
