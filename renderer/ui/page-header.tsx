import { ActionIcon, Button, Kbd, Menu, Title, Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type ScreenEntry, useScreenEntries } from '../kernel/screen-entries.ts'
import { DotsMenu, type MenuAction, MenuItems } from './menu-items.tsx'
import { useTexts } from './texts.tsx'

/** A visible action: a button, or with `items` a button that opens a menu. */
interface PageAction extends Omit<MenuAction, 'onClick' | 'dangerous'> {
  readonly onClick?: (() => void) | undefined
  readonly items?: readonly MenuAction[] | undefined
  readonly primary?: boolean | undefined
  readonly busy?: boolean | undefined
}

export interface PageHeaderProps {
  readonly title: string
  /** One line of facts below the title: rows, when read, filters. */
  readonly facts?: ReactNode
  /** At most three. Others belong in `menu`. */
  readonly actions?: readonly PageAction[] | undefined
  readonly menu?: readonly MenuAction[] | undefined
  readonly onBack?: (() => void) | undefined
}

/** The head of a screen: its heading, which takes the focus when the place changes, the facts and the actions. */
export function PageHeader({ title, facts, actions = [], menu = [], onBack }: PageHeaderProps) {
  const texts = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  useScreenEntries(() => [
    ...actions.flatMap((action) => entriesOf(action, texts.common.unavailable.busy)),
    ...menu.map(entryOf),
  ])
  // A screen that loads late takes the focus over from the empty main part of the frame.
  useEffect(() => {
    if (document.activeElement?.matches('main')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="page-header row">
      {onBack ? (
        <Tooltip label={texts.common.back}>
          <ActionIcon aria-label={texts.common.back} onClick={onBack}>
            <IconArrowLeft size={18} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <div className="words">
        <Title ref={heading} order={1} tabIndex={-1} data-page-title className="cut" title={title}>
          {title}
        </Title>
        {facts ? <div className="page-header-facts dim text-13 cut figures">{facts}</div> : null}
      </div>
      <div className="row rigid">
        {actions.map((action) => (
          <HeaderAction key={action.label} action={action} />
        ))}
        {menu.length > 0 ? <DotsMenu label={texts.common.more} width={280} items={menu} /> : null}
      </div>
    </div>
  )
}

function entryOf({ label, shortcut, disabled, onClick }: MenuAction): ScreenEntry {
  return { kind: 'action', label, shortcut, disabled, run: onClick }
}

/** The entries of Ctrl K for a button, or for the items of its menu. */
function entriesOf(action: PageAction, underWay: string): readonly ScreenEntry[] {
  const { label, items, onClick, busy = false } = action
  const disabled = action.disabled || (busy && underWay)
  if (items) return items.map((item) => ({ ...entryOf(item), note: label, disabled: disabled || item.disabled }))
  return onClick ? [entryOf({ ...action, disabled, onClick })] : []
}

function HeaderAction({ action }: { readonly action: PageAction }) {
  const button = (
    <Button
      variant={action.primary ? 'filled' : 'default'}
      leftSection={action.icon}
      rightSection={action.items ? <IconChevronDown size={14} aria-hidden="true" /> : null}
      disabled={Boolean(action.disabled)}
      title={action.disabled || undefined}
      loading={action.busy ?? false}
      {...(action.onClick ? { onClick: action.onClick } : {})}
    >
      {action.label}
    </Button>
  )
  if (action.items) {
    return (
      <Menu position="bottom-end" width={260}>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown>
          <MenuItems items={action.items} />
        </Menu.Dropdown>
      </Menu>
    )
  }
  if (action.shortcut) return <Tooltip label={<Kbd size="xs">{action.shortcut}</Kbd>}>{button}</Tooltip>
  if (!action.hint) return button
  return (
    <Tooltip label={action.hint} multiline maw={280}>
      {button}
    </Tooltip>
  )
}

export interface PartBarProps<Part extends string> {
  readonly label: string
  readonly parts: readonly (readonly [part: Part, label: ReactNode])[]
  readonly part: Part
  readonly onGo: (part: Part) => void
  readonly end?: ReactNode
}

/** The tabs of a screen's parts. */
export function PartBar<Part extends string>({ label, parts, part, onGo, end }: PartBarProps<Part>) {
  return (
    <div className="part-bar row">
      <nav className="part-bar-parts" aria-label={label}>
        {parts.map(([name, words]) => (
          <UnstyledButton
            key={name}
            className="part-bar-part ring-inside row"
            onClick={() => onGo(name)}
            {...(name === part ? { 'aria-current': 'page' } : {})}
          >
            {words}
          </UnstyledButton>
        ))}
      </nav>
      {end ? <div className="part-bar-end narrows at-end row">{end}</div> : null}
    </div>
  )
}
