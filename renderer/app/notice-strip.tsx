import './notices.css'
import { Button, CloseButton } from '@mantine/core'
import { type NotificationData, notifications, notificationsStore, useNotifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useMessages } from '../kernel/messages.ts'

/** More could not be read at a glance; the others wait. */
const mostShown = 3
/** More notices than this wait in the library's own queue. */
const mostKept = 100
const ordinaryMs = 6000

/** Equal notices, with how often they were given. */
interface NoticeGroup {
  readonly newest: NotificationData
  readonly ids: readonly string[]
}

/**
 * The notices in a strip below the screen, which gets smaller for it: they cover nothing. Equal notices are counted.
 * Notices about what the person did come before those of background work. None disappears while the pointer or the
 * keyboard is in the strip.
 */
export function NoticeStrip() {
  const texts = useMessages().app.notice
  const { notifications: all } = useNotifications()
  const [attention, setHeld] = useState({ pointer: false, focus: false })
  const groups = groupNotices(all)
  const waiting = groups.length - mostShown
  const isEmpty = groups.length === 0

  useEffect(() => notificationsStore.updateState((state) => ({ ...state, limit: mostKept })), [])
  // No event is fired when the element under the pointer or with the focus is removed.
  useEffect(() => {
    const pointer = attention.pointer && !isEmpty
    const focus = attention.focus && document.activeElement?.closest('.notices') != null
    if (pointer !== attention.pointer || focus !== attention.focus) setHeld({ pointer, focus })
  })

  if (isEmpty) return null
  return (
    <section
      ref={reserveHeight}
      className="notices row"
      aria-label={texts.label}
      onPointerEnter={() => setHeld((now) => ({ ...now, pointer: true }))}
      onPointerLeave={() => setHeld((now) => ({ ...now, pointer: false }))}
      onFocus={() => setHeld((now) => ({ ...now, focus: true }))}
      onBlur={() => setHeld((now) => ({ ...now, focus: false }))}
    >
      {groups.slice(0, mostShown).map((group) => (
        <Notice key={group.ids[0]} group={group} isAttended={attention.pointer || attention.focus} />
      ))}
      {waiting > 0 ? (
        <span>
          <span className="dim">{texts.waiting(waiting)}</span>
          <Button variant="subtle" size="compact-xs" ml="xs" onClick={() => notifications.clean()}>
            {texts.closeAll}
          </Button>
        </span>
      ) : null}
    </section>
  )
}

/**
 * Sets `--notices-height` while the strip is in the page, so that content at the lower edge ends above it
 * (notices.css).
 */
function reserveHeight(strip: HTMLElement | null) {
  if (!strip) return
  const { style } = document.documentElement
  const measure = () => style.setProperty('--notices-height', `${strip.offsetHeight}px`)
  const observer = new ResizeObserver(measure)
  observer.observe(strip)
  measure()
  return () => {
    observer.disconnect()
    style.removeProperty('--notices-height')
  }
}

function Notice({ group: { newest, ids }, isAttended }: { readonly group: NoticeGroup; readonly isAttended: boolean }) {
  const messages = useMessages()
  const { title, message, color, autoClose } = newest
  const isFailure = color === 'red'
  const stays = autoClose === false
  const ms = typeof autoClose === 'number' ? autoClose : ordinaryMs
  const all = ids.join(' ')
  const hide = () => {
    for (const id of ids) notifications.hide(id)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted once more, it is new
  useEffect(() => {
    if (isAttended || stays) return
    const timer = setTimeout(hide, ms)
    return () => clearTimeout(timer)
  }, [all, isAttended, stays, ms])
  return (
    <div className="notice row card" role={isFailure ? 'alert' : 'status'} data-failed={isFailure || undefined}>
      {isFailure ? (
        <IconAlertTriangle size={16} aria-hidden="true" />
      ) : (
        <IconCircleCheck size={16} aria-hidden="true" />
      )}
      <div className="notice-words words">
        {title ? <strong>{title} </strong> : null}
        {message}
        {ids.length > 1 ? <span className="dim"> ({messages.app.notice.times(ids.length)})</span> : null}
      </div>
      <CloseButton size="sm" aria-label={messages.common.close} onClick={hide} />
    </div>
  )
}

/** Groups equal notices, by priority and then the newest first. Only notices of plain text are compared. */
function groupNotices(all: readonly NotificationData[]): readonly NoticeGroup[] {
  const groups = new Map<string, NoticeGroup>()
  for (const [index, notice] of all.entries()) {
    const id = notice.id ?? `${index}`
    const isPlain = typeof notice.message === 'string'
    const key = isPlain ? JSON.stringify([notice.title, notice.message, notice.color]) : id
    groups.set(key, { newest: notice, ids: [...(groups.get(key)?.ids ?? []), id] })
  }
  const place = new Map(all.map((notice, index) => [notice, index]))
  return [...groups.values()].sort(
    (one, other) =>
      (other.newest.priority ?? 0) - (one.newest.priority ?? 0) ||
      (place.get(other.newest) ?? 0) - (place.get(one.newest) ?? 0),
  )
}
