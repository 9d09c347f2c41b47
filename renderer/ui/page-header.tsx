import { ActionIcon, Button, Kbd, Menu, Title, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconChevronDown, IconDots } from '@tabler/icons-react'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from './texts.tsx'

export interface MenuAction {
  readonly label: string
  readonly onClick: () => void
  readonly icon?: ReactNode
  /** As it is written on the keyboard, such as `Ctrl E`. */
  readonly shortcut?: string | undefined
  readonly disabled?: boolean | undefined
  /** Something is lost by it: shown in red and after a line. */
  readonly dangerous?: boolean | undefined
}

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
  /** At most three; the rest goes into `menu`. */
  readonly actions?: readonly PageAction[] | undefined
  readonly menu?: readonly MenuAction[] | undefined
  readonly onBack?: (() => void) | undefined
}

/** The head of a screen: its heading, which takes the focus when the place changes, the facts and the actions. */
export function PageHeader({ title, facts, actions = [], menu = [], onBack }: PageHeaderProps) {
  const texts = useTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  // A screen that was read in late finds the focus waiting on the frame's empty main part, and takes it over.
  useEffect(() => {
    if (document.activeElement?.matches('main')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="page-header">
      {onBack ? (
        <Tooltip label={texts.common.back}>
          <ActionIcon aria-label={texts.common.back} onClick={onBack}>
            <IconArrowLeft size={18} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      <div className="page-header-words">
        <Title ref={heading} order={1} tabIndex={-1} data-page-title className="page-header-title" title={title}>
          {title}
        </Title>
        {facts ? <div className="page-header-facts figures">{facts}</div> : null}
      </div>
      <div className="page-header-actions">
        {actions.map((action) => (
          <HeaderAction key={action.label} action={action} />
        ))}
        {menu.length > 0 ? (
          <Menu position="bottom-end" width={240}>
            <Menu.Target>
              <ActionIcon variant="default" size={30} aria-label={texts.common.more}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <MenuItems items={menu} />
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </div>
    </div>
  )
}

function HeaderAction({ action }: { readonly action: PageAction }) {
  const button = (
    <Button
      variant={action.primary ? 'filled' : 'default'}
      leftSection={action.icon}
      rightSection={action.items ? <IconChevronDown size={14} aria-hidden="true" /> : null}
      disabled={action.disabled ?? false}
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
  return action.shortcut ? <Tooltip label={<Kbd size="xs">{action.shortcut}</Kbd>}>{button}</Tooltip> : button
}

/** The items of a menu; those that lose something come after a line. */
export function MenuItems({ items }: { readonly items: readonly MenuAction[] }) {
  return items.map((item, index) => (
    <Fragment key={item.label}>
      {item.dangerous && index > 0 && !items[index - 1]?.dangerous ? <Menu.Divider /> : null}
      <Menu.Item
        onClick={item.onClick}
        leftSection={item.icon}
        disabled={item.disabled ?? false}
        rightSection={item.shortcut ? <Kbd size="xs">{item.shortcut}</Kbd> : null}
        {...(item.dangerous ? { color: 'var(--outcome-invalida)' } : {})}
      >
        {item.label}
      </Menu.Item>
    </Fragment>
  ))
}
