import './webhooks.css'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconRefresh, IconWebhook } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Form } from '../../preload/contract/forms.ts'
import type { Webhook } from '../../preload/contract/webhooks.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import type { MutationEnd } from '../kernel/mutation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { writeClipboard } from '../tables/copy.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useDialogSubject } from '../ui/use-dialog-subject.ts'
import { RemoveWebhookDialog } from './remove-webhook-dialog.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { SecretDialog } from './secret-view.tsx'
import { changesOfWebhook, newWebhookOf, type WebhookDraft } from './webhook-draft.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhooksList } from './webhooks-list.tsx'
import type { WebhooksStore } from './webhooks-store.ts'

export interface WebhooksScreenProps {
  readonly store: WebhooksStore
  readonly connection: string
  /** Of the same account, as last read. */
  readonly forms: readonly Form[]
  readonly now: () => number
}

/** What is being asked. */
type Asking = { readonly what: 'create' } | { readonly what: 'edit' | 'remove' | 'replace'; readonly webhook: Webhook }

/** The webhooks of an account. */
export function WebhooksScreen(props: WebhooksScreenProps) {
  const { store, connection, now } = props
  const texts = useMessages().webhooks
  const format = useFormat()
  const { list, reading, failure, load, refresh, dismissFailure } = useStore(store)
  const [asked, ask, close] = useDialogSubject<Asking>()
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
              <NoWebhooks {...props} read={readAt !== null} onCreate={() => ask({ what: 'create' })} />
            ) : (
              <WebhooksList
                webhooks={webhooks}
                forms={props.forms}
                working={store.getState().working}
                now={now()}
                onEdit={(webhook) => ask({ what: 'edit', webhook })}
                onActive={({ id }, is_active) => void store.getState().change(id, { is_active })}
                onReplace={(webhook) => ask({ what: 'replace', webhook })}
                onCopy={({ url }) => void copyAddress(url)}
                onRemove={(webhook) => ask({ what: 'remove', webhook })}
              />
            )
          }
        </LoadableView>
      </div>
      <WebhookDialogs {...props} asked={asked} onAsk={ask} onClose={close} />
    </>
  )
}

interface NoWebhooksProps extends WebhooksScreenProps {
  /** The service was asked once. */
  readonly read: boolean
  readonly onCreate: () => void
}

function NoWebhooks({ store, read, onCreate }: NoWebhooksProps) {
  const texts = useMessages().webhooks
  const asking = useStore(store, (state) => state.reading.working !== null)
  const icon = <IconWebhook size={32} stroke={1.5} />
  if (asking && !read) return <EmptyState icon={icon} title={texts.reading} />
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

interface WebhookDialogsProps extends WebhooksScreenProps {
  readonly asked: Asking | null
  readonly onAsk: (about: Asking) => void
  readonly onClose: () => void
}

function WebhookDialogs({ store, connection, forms, asked, onAsk, onClose }: WebhookDialogsProps) {
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
      return (
        <RemoveWebhookDialog {...state} webhook={asked.webhook} onRemove={() => void after(remove(asked.webhook.id))} />
      )
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
