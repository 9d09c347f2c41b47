import { ActionIcon, Kbd, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'

export interface MenuAction {
  readonly label: string
  readonly onClick: () => void
  readonly icon?: ReactNode
  /** A description below the label. */
  readonly hint?: string | undefined
  /** The keys as on the keyboard, such as `Ctrl E`. */
  readonly shortcut?: string | undefined
  /** The reason why it is disabled; enabled without one. */
  readonly disabled?: string | false | undefined
  /** Whether something is lost. If so, it is red and below a line. */
  readonly dangerous?: boolean | undefined
}

/** The items of a menu; dangerous ones are below a line. */
export function MenuItems({ items }: { readonly items: readonly MenuAction[] }) {
  return items.map((item, index) => (
    <Fragment key={item.label}>
      {item.dangerous && index > 0 && !items[index - 1]?.dangerous ? <Menu.Divider /> : null}
      <Menu.Item
        onClick={item.onClick}
        leftSection={item.icon}
        disabled={Boolean(item.disabled)}
        rightSection={item.shortcut ? <Kbd size="xs">{item.shortcut}</Kbd> : null}
        {...(item.dangerous ? { color: 'var(--outcome-invalida)' } : {})}
      >
        {item.label}
        {item.disabled || item.hint ? <span className="menu-hint dim">{item.disabled || item.hint}</span> : null}
      </Menu.Item>
    </Fragment>
  ))
}

interface DotsMenuProps {
  /** The name of the menu for screen readers. */
  readonly label: string
  /** CSS pixels. */
  readonly width: number
  readonly items: readonly MenuAction[]
  /** Without a frame, where many stand on one screen. */
  readonly quiet?: boolean
}

/** A menu of further actions behind three dots. */
export function DotsMenu({ label, width, items, quiet = false }: DotsMenuProps) {
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon variant={quiet ? 'subtle' : 'default'} size={quiet ? 22 : 30} aria-label={label}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems items={items} />
      </Menu.Dropdown>
    </Menu>
  )
}
