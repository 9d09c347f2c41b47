import './webhooks.css'
import { Switch } from '@mantine/core'
import { IconPlus, IconRefresh, IconWebhook } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Webhook } from '../../preload/contract/form-service.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { copyText } from '../tables/copy.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDialogSubject } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { Mark } from '../ui/mark.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ReplaceDialog, SecretDialog } from './replace-dialog.tsx'
import { useForms, WebhookForm } from './webhook-form.tsx'

type DialogSubject =
  | { readonly what: 'create' }
  | { readonly what: 'edit' | 'remove' | 'replace'; readonly webhook: Webhook }

/** The webhooks of an account. */
export function WebhooksScreen({ connection: { id: connection } }: { readonly connection: Connection }) {
  const store = useFeature('webhooks')
  const { now } = useApp()
  const { webhooks: texts, common } = useMessages()
  const format = useFormat()
  const { list, reading, failure, load, refresh, dismissFailure } = useStore(store)
  const [dialog, ask, close] = useDialogSubject<DialogSubject>()
  const shown = readyValue(list)
  const read = shown?.readAt ? format.moment(Date.parse(shown.readAt), now()) : null
  const create = () => ask({ what: 'create' })

  useEffect(() => void store.getState().open(connection), [store, connection])
  useShortcuts([
    { keys: 'n', label: texts.create, run: create },
    { keys: 'mod+r', label: common.refresh, run: () => void refresh() },
  ])

  return (
    <>
      <PageHeader
        title={texts.title}
        facts={shown && read ? joinFacts([texts.count(shown.webhooks.length), common.listOf(read)]) : null}
        actions={[
          {
            label: common.refresh,
            icon: <IconRefresh size={16} />,
            busy: reading.working !== null,
            onClick: () => void refresh(),
          },
          { label: texts.create, primary: true, icon: <IconPlus size={16} />, onClick: create },
        ]}
      />
      <div className="webhooks page">
        {reading.failure ? (
          <FailureNotice
            failure={reading.failure}
            kept={read ? common.listShownOf(read) : common.keptNothing}
            onRetry={() => void refresh()}
          />
        ) : null}
        {failure && !dialog ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
        <LoadableView of={list} onRetry={() => void load()}>
          {({ webhooks, readAt }) =>
            webhooks.length === 0 ? (
              <NoWebhooks read={readAt !== null} onCreate={create} />
            ) : (
              <WebhooksList connection={connection} webhooks={webhooks} ask={ask} />
            )
          }
        </LoadableView>
      </div>
      <WebhookDialogs connection={connection} asked={dialog} ask={ask} close={close} />
    </>
  )
}

/** `read`: the service was requested once. */
function NoWebhooks({ read, onCreate }: { readonly read: boolean; readonly onCreate: () => void }) {
  const { webhooks: texts, common } = useMessages()
  const loading = useStore(useFeature('webhooks'), (state) => state.reading.working !== null)
  const icon = <IconWebhook size={32} stroke={1.5} />
  if (loading && !read) return <EmptyState icon={icon} title={common.asking} />
  if (!read) return <EmptyState icon={icon} title={texts.neverRead} text={common.neverReadText} />
  return (
    <EmptyState
      icon={icon}
      title={texts.empty}
      text={texts.emptyText}
      action={{ label: texts.create, onClick: onCreate }}
    />
  )
}

interface WebhooksProps {
  readonly connection: string
  readonly ask: (subject: DialogSubject) => void
}

interface WebhookDialogsProps extends WebhooksProps {
  readonly asked: DialogSubject | null
  readonly close: () => void
}

function WebhookDialogs({ connection, asked, ask, close: onClose }: WebhookDialogsProps) {
  const texts = useMessages().webhooks.remove
  const { list, working, failure, remove, forgetSecret, dismissFailure, ...store } = useStore(useFeature('webhooks'))
  const close = () => {
    dismissFailure()
    onClose()
  }
  const created = store.made.find((one) => one.connection === connection)
  const replaced = readyValue(list)?.webhooks.find(({ id }) => id === created?.replaces)
  // A person who left while a replacement was made continues with its steps.
  useEffect(() => {
    if (!asked && replaced) ask({ what: 'replace', webhook: replaced })
  }, [asked, replaced, ask])
  if (created && (asked?.what === 'create' || (!asked && !replaced))) {
    return <SecretDialog secret={created.secret} onClose={() => forgetSecret(created.webhook.id)} />
  }
  switch (asked?.what) {
    case undefined:
      return null
    case 'create':
      return <WebhookForm connection={connection} webhook={null} onClose={close} />
    case 'edit':
      return <WebhookForm connection={connection} webhook={asked.webhook} onClose={close} />
    case 'remove':
      return (
        <ConfirmDialog
          writes
          title={texts.title}
          willBeLost={texts.willBeLost}
          lost={[texts.loses(asked.webhook.url), texts.losesSecret]}
          kept={texts.keeps}
          confirm={texts.confirm}
          busy={working !== null}
          failure={failure}
          onConfirm={() => void remove(asked.webhook.id).then((end) => end !== 'failed' && close())}
          onClose={close}
        />
      )
    case 'replace':
      return <ReplaceDialog webhook={asked.webhook} onClose={close} />
  }
}

/** One row for each webhook, without its secret. */
function WebhooksList({ connection, webhooks, ask }: WebhooksProps & { readonly webhooks: readonly Webhook[] }) {
  const { webhooks: texts, common } = useMessages()
  const { columns } = texts
  const format = useFormat()
  const { now } = useApp()
  const { working, change } = useStore(useFeature('webhooks'))
  const forms = useForms(connection)
  return (
    <ListTable
      caption={texts.list}
      columns={[
        { label: columns.url },
        { label: common.fields.form, width: 200 },
        { label: texts.secret, width: 96 },
        { label: common.fields.state, width: 148 },
        { label: common.fields.changed, width: 152 },
        { label: common.fields.actions, width: 60, unseen: true },
      ]}
    >
      {webhooks.map((webhook) => {
        const { id, url, events, form_id, is_active, updated_at } = webhook
        const name = `${url} ${common.numbered(id)}`
        const color = is_active ? 'status-open' : 'status-resolved'
        const named = forms.find((each) => each.id === form_id)?.name
        const form = form_id === null ? texts.allForms : (named ?? texts.formNumber(form_id))
        return (
          <tr key={id}>
            <td>
              <div className="text-14 strong cut" title={url}>
                {url} <span className="dim webhooks-number">{common.numbered(id)}</span>
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
              <div className="row">
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
            <td className="dim">{updated_at ? format.moment(Date.parse(updated_at), now()) : '—'}</td>
            <td className="list-actions">
              <WebhookMenu webhook={webhook} name={name} ask={ask} />
            </td>
          </tr>
        )
      })}
    </ListTable>
  )
}

interface WebhookMenuProps extends Pick<WebhooksProps, 'ask'> {
  readonly webhook: Webhook
  readonly name: string
}

function WebhookMenu({ webhook, name, ask }: WebhookMenuProps) {
  const { working, change } = useStore(useFeature('webhooks'))
  const { webhooks, common } = useMessages()
  const texts = webhooks.actions
  const { id, url, is_active } = webhook
  return (
    <DotsMenu
      label={common.moreOf(name)}
      width={220}
      items={[
        { label: common.editMore, onClick: () => ask({ what: 'edit', webhook }) },
        {
          label: is_active ? texts.pause : texts.resume,
          disabled: working !== null && common.unavailable.working,
          onClick: () => void change(id, { is_active: !is_active }),
        },
        { label: texts.replace, onClick: () => ask({ what: 'replace', webhook }) },
        { label: texts.copy, onClick: () => void copyText(url, messagesNow().webhooks.copied) },
        { label: common.deleteMore, onClick: () => ask({ what: 'remove', webhook }), dangerous: true },
      ]}
    />
  )
}
