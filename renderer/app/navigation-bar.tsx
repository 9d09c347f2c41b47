import { Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconAddressBook,
  IconChartBar,
  IconCirclesRelation,
  IconForms,
  IconHelpCircle,
  IconHistory,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMessages,
  IconPlugConnected,
  IconSettings,
  IconSparkles,
  IconTable,
  IconTerminal2,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../kernel/messages.ts'

/** What the navigation leads to. A screen that the build does not have is not here (look.md, Frame). */
export type Area =
  | 'sheets'
  | 'cruzar'
  | 'conversations'
  | 'contacts'
  | 'reports'
  | 'captain'
  | 'forms'
  | 'documentation'
  | 'console'
  | 'activity'
  | 'connections'
  | 'settings'

export interface NavigationBarProps {
  readonly area: Area
  readonly narrow: boolean
  readonly onGo: (area: Area) => void
  readonly onFold: () => void
}

const size = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The areas of the app, at the left; folds to icons with the words as hints. */
export function NavigationBar({ area, narrow, onGo, onFold }: NavigationBarProps) {
  const texts = useMessages().app.navigation
  const item = (name: Area, icon: ReactNode) => (
    <NavigationItem
      label={texts[name]}
      icon={icon}
      narrow={narrow}
      current={area === name}
      onClick={() => onGo(name)}
    />
  )
  const fold = narrow ? texts.unfold : texts.fold
  return (
    <>
      {item('sheets', <IconTable {...size} />)}
      {item('cruzar', <IconCirclesRelation {...size} />)}
      {item('conversations', <IconMessages {...size} />)}
      {item('contacts', <IconAddressBook {...size} />)}
      {item('reports', <IconChartBar {...size} />)}
      {item('captain', <IconSparkles {...size} />)}
      {item('forms', <IconForms {...size} />)}
      {item('console', <IconTerminal2 {...size} />)}
      {item('documentation', <IconHelpCircle {...size} />)}
      <div className="navigation-space" />
      {item('activity', <IconHistory {...size} />)}
      {item('connections', <IconPlugConnected {...size} />)}
      {item('settings', <IconSettings {...size} />)}
      <NavigationItem
        label={fold}
        icon={narrow ? <IconLayoutSidebarLeftExpand {...size} /> : <IconLayoutSidebarLeftCollapse {...size} />}
        narrow={narrow}
        current={false}
        onClick={onFold}
      />
    </>
  )
}

interface NavigationItemProps {
  readonly label: string
  readonly icon: ReactNode
  readonly narrow: boolean
  readonly current: boolean
  readonly onClick: () => void
}

function NavigationItem({ label, icon, narrow, current, onClick }: NavigationItemProps) {
  return (
    <Tooltip label={label} position="right" disabled={!narrow}>
      <UnstyledButton className="navigation-item" onClick={onClick} {...(current ? { 'aria-current': 'page' } : {})}>
        {icon}
        <span className="navigation-label">{label}</span>
      </UnstyledButton>
    </Tooltip>
  )
}
