import { Switch } from '@mantine/core'
import type { Form } from '../../preload/contract/forms.ts'
import type { Webhook } from '../../preload/contract/webhooks.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { ListTable } from '../ui/list-table.tsx'
import { Mark } from '../ui/mark.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'

export interface WebhookActions {
  readonly onEdit: (webhook: Webhook) => void
  readonly onActive: (webhook: Webhook, active: boolean) => void
  readonly onReplace: (webhook: Webhook) => void
  readonly onCopy: (webhook: Webhook) => void
  readonly onRemove: (webhook: Webhook) => void
}

export interface WebhooksListProps extends WebhookActions {
  readonly webhooks: readonly Webhook[]
  /** For the names of their forms. */
  readonly forms: readonly Form[]
  /** What a change is on its way of: one at a time. */
  readonly working: number | null
  /** Epoch ms. */
  readonly now: number
}

/** The webhooks of the account, a line each; their secrets are never here. */
export function WebhooksList({ webhooks, ...rest }: WebhooksListProps) {
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

interface WebhookLineProps extends Omit<WebhooksListProps, 'webhooks'> {
  readonly webhook: Webhook
}

function WebhookLine({ webhook, forms, working, now, ...actions }: WebhookLineProps) {
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
            onChange={(event) => actions.onActive(webhook, event.currentTarget.checked)}
          />
          <Mark color={`var(--${color})`} soft={`var(--${color}-soft)`}>
            {is_active ? texts.active : texts.paused}
          </Mark>
        </div>
      </td>
      <td className="dim">{updated_at ? format.moment(Date.parse(updated_at), now) : '—'}</td>
      <td className="list-actions">
        <WebhookMenu webhook={webhook} working={working} {...actions} />
      </td>
    </tr>
  )
}

type WebhookMenuProps = WebhookActions & Pick<WebhookLineProps, 'webhook' | 'working'>

function WebhookMenu({ webhook, working, ...actions }: WebhookMenuProps) {
  const {
    webhooks: { actions: texts, number },
    common: { unavailable },
  } = useMessages()
  const { is_active: active } = webhook
  return (
    <DotsMenu
      label={texts.more(`${webhook.url} ${number(webhook.id)}`)}
      width={220}
      items={[
        { label: texts.edit, onClick: () => actions.onEdit(webhook) },
        {
          label: active ? texts.pause : texts.resume,
          disabled: working !== null && unavailable.working,
          onClick: () => actions.onActive(webhook, !active),
        },
        { label: texts.replace, onClick: () => actions.onReplace(webhook) },
        { label: texts.copy, onClick: () => actions.onCopy(webhook) },
        { label: texts.remove, onClick: () => actions.onRemove(webhook), dangerous: true },
      ]}
    />
  )
}
