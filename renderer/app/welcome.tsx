import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconCirclesRelation } from '@tabler/icons-react'
import type { Failure } from '../../preload/contract/wire.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'

export interface WelcomeProps {
  readonly working: boolean
  readonly failure: Failure | undefined
  readonly onDemo: () => void
  readonly onConnect: () => void
}

/** The first screen: two buttons and one sentence. */
export function Welcome({ working, failure, onDemo, onConnect }: WelcomeProps) {
  const texts = useMessages().app.welcome
  return (
    <main className="lone-screen" id="screen">
      <Stack gap="lg" maw={560} align="center">
        <IconCirclesRelation size={56} stroke={1.5} color="var(--accent)" aria-hidden="true" />
        <Title order={1} size={26} mt="-8px" data-page-title tabIndex={-1}>
          {texts.title}
        </Title>
        <Text size="lg" c="dimmed" ta="center" mt="-12px" style={{ textWrap: 'balance' }}>
          {texts.sentence}
        </Text>
        <Group gap="sm" justify="center">
          <Button size="md" onClick={onDemo} loading={working}>
            {texts.demo}
          </Button>
          <Button size="md" variant="default" onClick={onConnect} disabled={working}>
            {texts.connect}
          </Button>
        </Group>
        {failure ? <FailureNotice failure={failure} onRetry={onDemo} /> : null}
      </Stack>
    </main>
  )
}
