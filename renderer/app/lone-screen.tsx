import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { askForAddress } from '../kernel/bridge.ts'
import { useMessages, useSentence } from '../kernel/messages.ts'

interface LoneScreenProps {
  readonly icon: ReactNode
  readonly children: ReactNode
}

/** A screen that is alone in the window. */
export function LoneScreen({ icon, children }: LoneScreenProps) {
  return (
    <main className="lone-screen" id="screen">
      <Stack gap="md" w="100%" maw={440}>
        {icon}
        {children}
      </Stack>
    </main>
  )
}

export function Words({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <Title order={1} size={20} data-page-title tabIndex={-1}>
        {title}
      </Title>
      <Text size="md" c="dimmed" mt={4}>
        {text}
      </Text>
    </div>
  )
}

/** What a tab without a page key shows (main/hosts/sessions.ts): why, and two ways to continue. */
export function NoPageKey() {
  const texts = useMessages().app.noPageKey
  const sentence = useSentence()
  const [answer, setAnswer] = useState('')
  const ask = async () => {
    setAnswer((await askForAddress()) ? texts.printed : sentence({ code: 'host_gone', params: {} }))
  }
  return (
    <LoneScreen icon={<IconLock size={28} color="var(--accent)" aria-hidden="true" />}>
      <Words title={texts.title} text={texts.text} />
      <Group>
        <Button size="sm" onClick={() => void ask()}>
          {texts.ask}
        </Button>
      </Group>
      <Text size="sm" role="status" mih={20}>
        {answer}
      </Text>
    </LoneScreen>
  )
}
