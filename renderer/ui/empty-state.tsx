import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyAction {
  readonly label: string
  readonly onClick: () => void
}

export interface EmptyStateProps {
  readonly title: string
  /** The one thing that it teaches, in a sentence. */
  readonly text?: ReactNode
  readonly icon?: ReactNode
  readonly action?: EmptyAction | undefined
  /** A less prominent action beside it. */
  readonly second?: EmptyAction | undefined
  readonly children?: ReactNode
}

/** A place with nothing in it yet: teaches one thing and offers one action. */
export function EmptyState({ title, text, icon, action, second, children }: EmptyStateProps) {
  return (
    <Stack className="empty-state" align="center" gap="sm">
      {icon ? (
        <span className="empty-state-icon" aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <Title order={2}>{title}</Title>
      {text ? (
        <Text size="md" c="dimmed" ta="center" maw={460}>
          {text}
        </Text>
      ) : null}
      {children}
      {action || second ? (
        <Group gap="sm" mt="sm" justify="center">
          {action ? (
            <Button size="sm" onClick={action.onClick}>
              {action.label}
            </Button>
          ) : null}
          {second ? (
            <Button size="sm" variant="default" onClick={second.onClick}>
              {second.label}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </Stack>
  )
}
