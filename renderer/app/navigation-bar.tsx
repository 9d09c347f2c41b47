import { Tooltip, UnstyledButton } from '@mantine/core'
import { type Icon, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { features } from '../features.ts'
import type { Feature, FeatureName } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { useRuntime } from './runtime.ts'

interface NavigationBarProps {
  /** The feature whose item is current. */
  readonly area: FeatureName
  readonly narrow: boolean
  readonly onFold: () => void
}

type Item = NonNullable<Feature['item']> & { readonly name: string }

const items = Object.entries<Feature>(features).flatMap(([name, { item }]): Item[] => (item ? [{ ...item, name }] : []))
const itemsOf = (...names: readonly Item['group'][]) =>
  names.flatMap((group) => items.filter((item) => item.group === group))
const [top, bottom] = [itemsOf('platform', 'more'), itemsOf('app')]

/** The areas of the app, at the left. Folded, it has only icons, with the words as hints. */
export function NavigationBar({ area, narrow, onFold }: NavigationBarProps) {
  const messages = useMessages()
  const { choose } = useRuntime()
  const { fold, unfold } = messages.app.navigation
  const show = ({ name, icon, label, place }: Item) => (
    <NavigationItem
      key={name}
      label={label(messages)}
      icon={icon}
      narrow={narrow}
      current={area === name}
      onClick={() => choose(place)}
    />
  )
  return (
    <>
      {top.map(show)}
      <div className="grow" />
      {bottom.map(show)}
      <NavigationItem
        label={narrow ? unfold : fold}
        icon={narrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
        narrow={narrow}
        current={false}
        onClick={onFold}
      />
    </>
  )
}

interface NavigationItemProps {
  readonly label: string
  readonly icon: Icon
  readonly narrow: boolean
  readonly current: boolean
  readonly onClick: () => void
}

function NavigationItem({ label, icon: ItemIcon, narrow, current, onClick }: NavigationItemProps) {
  return (
    <Tooltip label={label} position="right" disabled={!narrow}>
      <UnstyledButton
        className="navigation-item hoverable row"
        onClick={onClick}
        {...(current ? { 'aria-current': 'page' } : {})}
      >
        <ItemIcon size={18} stroke={1.75} aria-hidden="true" />
        <span className="navigation-label">{label}</span>
      </UnstyledButton>
    </Tooltip>
  )
}
