import './webhooks.css'
import { List, Stack, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconRefresh, IconWebhook } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Webhook } from '../../preload/contract/form-service.ts'
import type { Form } from '../../preload/contract/forms.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import type { MutationEnd } from '../kernel/mutation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { writeClipboard } from '../tables/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogButtons } from '../ui/dialog-buttons.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { Mark } from '../ui/mark.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useDialogSubject } from '../ui/use-dialog-subject.ts'
import { ReplaceDialog } from './replace-dialog.tsx'
import { SecretDialog } from './secret-view.tsx'
import { changesOfWebhook, newWebhookOf, type WebhookDraft, WebhookForm } from './webhook-form.tsx'

/** What the open dialog is about. */
type DialogSubject =
  | { readonly what: 'create' }
  | { readonly what: 'edit' | 'remove' | 'replace'; readonly webhook: Webhook }

/** The webhooks of an account. */
export function WebhooksScreen({ connection: { id: connection } }: { readonly connection: Connection }) {
  const store = useFeature('webhooks')
  const forms = useForms(connection)
  const { now } = useApp()
  const texts = useMessages().webhooks
  const format = useFormat()
  const { list, reading, failure, load, refresh, dismissFailure } = useStore(store)
  const [asked, ask, close] = useDialogSubject<DialogSubject>()
  const shown = readyValue(list)
  const read = shown?.readAt ? format.moment(Date.parse(shown.readAt), now()) : null

  useEffect(() => void store.getState().open(connection), [store, connection])
  useShortcuts([
    { keys: 'n', label: texts.create, run: () => ask({ what: 'create' }) },
    { keys: 'mod+r', label: texts.refresh, run: () => void refresh() },
  ])

  return (
    <>
      <PageHeader
        title={texts.title}
        facts={shown && read ? joinFacts([texts.count(shown.webhooks.length), texts.readAt(read)]) : null}
        actions={[
          {
            label: texts.refresh,
            icon: <IconRefresh size={16} />,
            busy: reading.working !== null,
            onClick: () => void refresh(),
          },
          {
            label: texts.create,
            primary: true,
            icon: <IconPlus size={16} />,
            onClick: () => ask({ what: 'create' }),
          },
        ]}
      />
      <div className="webhooks">
        {reading.failure ? (
          <FailureNotice
            failure={reading.failure}
            kept={read ? texts.kept(read) : texts.keptNothing}
            onRetry={() => void refresh()}
          />
        ) : null}
        {failure && !asked ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
        <LoadableView of={list} onRetry={() => void load()}>
          {({ webhooks, readAt }) =>
            webhooks.length === 0 ? (
              <NoWebhooks read={readAt !== null} onCreate={() => ask({ what: 'create' })} />
            ) : (
              <WebhooksList webhooks={webhooks} forms={forms} now={now()} onAsk={ask} />
            )
          }
        </LoadableView>
      </div>
      <WebhookDialogs connection={connection} forms={forms} asked={asked} onAsk={ask} onClose={close} />
    </>
  )
}

/** The forms of the account, as last read: a webhook has the number of its form, the stored list its name. */
function useForms(connection: string): readonly Form[] {
  const { store } = useFeature('forms')
  const list = useStore(store, (state) => (state.connection === connection ? state.list : undefined))
  useEffect(() => {
    if (store.getState().connection !== connection) void store.getState().open(connection)
  }, [store, connection])
  return list ? (readyValue(list) ?? noForms) : noForms
}

const noForms: readonly Form[] = []

interface NoWebhooksProps {
  /** The service was requested once. */
  readonly read: boolean
  readonly onCreate: () => void
}

function NoWebhooks({ read, onCreate }: NoWebhooksProps) {
  const texts = useMessages().webhooks
  const loading = useStore(useFeature('webhooks'), (state) => state.reading.working !== null)
  const icon = <IconWebhook size={32} stroke={1.5} />
  if (loading && !read) return <EmptyState icon={icon} title={texts.reading} />
  if (!read) return <EmptyState icon={icon} title={texts.neverRead} text={texts.neverReadText} />
  return (
    <EmptyState
      icon={icon}
      title={texts.empty}
      text={texts.emptyText}
      action={{ label: texts.create, onClick: onCreate }}
    />
  )
}

function WebhookDialogs({
  connection,
  forms,
  asked,
  onAsk,
  onClose,
}: {
  readonly connection: string
  readonly forms: readonly Form[]
  readonly asked: DialogSubject | null
  readonly onAsk: (subject: DialogSubject) => void
  readonly onClose: () => void
}) {
  const store = useFeature('webhooks')
  const { list, working, failure, create, change, remove, forgetSecret, dismissFailure } = useStore(store)
  const close = () => {
    dismissFailure()
    onClose()
  }
  const after = async (running: Promise<MutationEnd>) => {
    const end = await running
    if (end !== 'failed') close()
    return end
  }
  const state = { working: working !== null, failure, onClose: close }
  const made = useStore(store, (each) => each.made.find((one) => one.connection === connection))
  const replaced = readyValue(list)?.webhooks.find(({ id }) => id === made?.replaces)
  // Whoever left while a replacement was made goes on with its steps.
  useEffect(() => {
    if (!asked && replaced) onAsk({ what: 'replace', webhook: replaced })
  }, [asked, replaced, onAsk])
  const secret = made ? <SecretDialog secret={made.secret} onClose={() => forgetSecret(made.webhook.id)} /> : null
  switch (asked?.what) {
    case undefined:
      return replaced ? null : secret
    case 'create':
      return made ? (
        secret
      ) : (
        <WebhookForm
          connection={connection}
          failure={failure}
          onClose={close}
          webhook={null}
          forms={forms}
          onSend={(draft) => after(create(newWebhookOf(draft)))}
        />
      )
    case 'edit': {
      const { webhook } = asked
      const send = (draft: WebhookDraft) => after(change(webhook.id, changesOfWebhook(webhook, draft)))
      return <WebhookForm {...{ connection, failure, webhook, forms }} onSend={send} onClose={close} />
    }
    case 'remove':
      return <RemoveDialog {...state} webhook={asked.webhook} onRemove={() => void after(remove(asked.webhook.id))} />
    case 'replace':
      return (
        <ReplaceDialog
          store={store}
          webhook={asked.webhook}
          onFinished={() => notifications.show({ message: messagesNow().webhooks.replace.finished })}
          onClose={close}
        />
      )
  }
}

async function copyAddress(url: string) {
  if (await writeClipboard(url)) notifications.show({ message: messagesNow().webhooks.copied })
}

interface ListProps {
  /** For the names of their forms. */
  readonly forms: readonly Form[]
  readonly now: number
  readonly onAsk: (subject: DialogSubject) => void
}

/** One row for each webhook, without its secret. */
function WebhooksList({ webhooks, ...rest }: ListProps & { readonly webhooks: readonly Webhook[] }) {
  const { list, columns, secret } = useMessages().webhooks
  return (
    <ListTable
      caption={list}
      columns={[
        { label: columns.url },
        { label: columns.form, width: 200 },
        { label: secret, width: 96 },
        { label: columns.state, width: 148 },
        { label: columns.changed, width: 152 },
        { label: columns.actions, width: 60, unseen: true },
      ]}
    >
      {webhooks.map((webhook) => (
        <WebhookLine key={webhook.id} webhook={webhook} {...rest} />
      ))}
    </ListTable>
  )
}

function WebhookLine({ webhook, forms, now, onAsk }: ListProps & { readonly webhook: Webhook }) {
  const { working, change } = useStore(useFeature('webhooks'))
  const texts = useMessages().webhooks
  const format = useFormat()
  const { id, url, events, form_id, is_active, updated_at } = webhook
  const name = `${url} ${texts.number(id)}`
  const color = is_active ? 'status-open' : 'status-resolved'
  const form =
    form_id === null ? texts.allForms : (forms.find((each) => each.id === form_id)?.name ?? texts.formNumber(form_id))
  return (
    <tr>
      <td>
        <div className="webhooks-url" title={url}>
          {url} <span className="dim webhooks-number">{texts.number(id)}</span>
        </div>
        {events.map((event) => (
          <span key={event} className="webhooks-chip" title={event}>
            {texts.events[event] ?? event}
          </span>
        ))}
      </td>
      <td className={form_id === null ? 'dim' : undefined} title={form}>
        {form}
      </td>
      <td className="dim" title={texts.secretMaskedHint}>
        {texts.secretMasked}
      </td>
      <td>
        <div className="webhooks-state">
          <Switch
            size="sm"
            checked={is_active}
            disabled={working !== null}
            aria-label={is_active ? texts.pauseNamed(name) : texts.resumeNamed(name)}
            onChange={(event) => void change(id, { is_active: event.currentTarget.checked })}
          />
          <Mark color={`var(--${color})`} soft={`var(--${color}-soft)`}>
            {is_active ? texts.active : texts.paused}
          </Mark>
        </div>
      </td>
      <td className="dim">{updated_at ? format.moment(Date.parse(updated_at), now) : '—'}</td>
      <td className="list-actions">
        <WebhookMenu webhook={webhook} onAsk={onAsk} />
      </td>
    </tr>
  )
}

function WebhookMenu({ webhook, onAsk }: Pick<ListProps, 'onAsk'> & { readonly webhook: Webhook }) {
  const { working, change } = useStore(useFeature('webhooks'))
  const {
    webhooks: { actions: texts, number },
    common: { unavailable },
  } = useMessages()
  const { id, url, is_active } = webhook
  return (
    <DotsMenu
      label={texts.more(`${url} ${number(id)}`)}
      width={220}
      items={[
        { label: texts.edit, onClick: () => onAsk({ what: 'edit', webhook }) },
        {
          label: is_active ? texts.pause : texts.resume,
          disabled: working !== null && unavailable.working,
          onClick: () => void change(id, { is_active: !is_active }),
        },
        { label: texts.replace, onClick: () => onAsk({ what: 'replace', webhook }) },
        { label: texts.copy, onClick: () => void copyAddress(url) },
        { label: texts.remove, onClick: () => onAsk({ what: 'remove', webhook }), dangerous: true },
      ]}
    />
  )
}

/** Names what is lost on the service; pausing the webhook loses nothing. */
function RemoveDialog({
  webhook,
  working,
  failure,
  onRemove,
  onClose,
}: {
  readonly webhook: Webhook
  readonly working: boolean
  readonly failure: Failure | null
  readonly onRemove: () => void
  readonly onClose: () => void
}) {
  const texts = useMessages().webhooks.remove
  return (
    <Dialog writes opened onClose={onClose} title={texts.title}>
      <Stack gap="md">
        <div>
          <Text size="md">{texts.willBeLost}</Text>
          <List size="md" mt={4} className="webhook-sentence">
            <List.Item>{texts.loses(webhook.url)}</List.Item>
            <List.Item>{texts.losesSecret}</List.Item>
          </List>
        </div>
        <Text size="sm" c="dimmed">
          {texts.keeps}
        </Text>
        {failure ? <FailureNotice failure={failure} /> : null}
        <DialogButtons dangerous confirm={texts.confirm} busy={working} onConfirm={onRemove} onClose={onClose} />
      </Stack>
    </Dialog>
  )
}
