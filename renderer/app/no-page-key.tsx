import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages, useSentence } from '../kernel/messages.ts'

export interface NoPageKeyProps {
  /** Has the host print an address; false when the host is gone. */
  readonly askForAddress: () => Promise<boolean>
}

/** All that a tab without a page key shows (main/hosts/sessions.ts): why, and the two ways on. */
export function NoPageKey({ askForAddress }: NoPageKeyProps) {
  const texts = useMessages().app.noPageKey
  const sentence = useSentence()
  const [said, setSaid] = useState('')
  const ask = async () => {
    setSaid((await askForAddress()) ? texts.printed : sentence({ code: 'host_gone', params: {} }))
  }
  return (
    <main className="lone-screen">
      <Stack gap="md" w="100%" maw={440}>
        <IconLock size={28} color="var(--accent)" aria-hidden="true" />
        <div>
          <Title order={1} size={20}>
            {texts.title}
          </Title>
          <Text size="md" c="dimmed" mt={4}>
            {texts.text}
          </Text>
        </div>
        <Group>
          <Button size="sm" onClick={() => void ask()}>
            {texts.ask}
          </Button>
        </Group>
        <Text size="sm" role="status" mih={20}>
          {said}
        </Text>
      </Stack>
    </main>
  )
}
