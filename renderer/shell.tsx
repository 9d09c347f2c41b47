import { MantineProvider } from '@mantine/core'
import { useStore } from 'zustand'
import { useMessages } from './kernel/messages.ts'
import { Screen } from './screens.tsx'
import { useStores } from './stores-context.tsx'
import { cssVariablesResolver, theme } from './theme.ts'
import { Frame } from './ui/frame.tsx'
import { TextsContext } from './ui/texts.tsx'

/** Everything that is on the window. */
export function Shell() {
  const messages = useMessages()
  const { navigation } = useStores()
  const place = useStore(navigation, (state) => state.place)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <TextsContext value={messages}>
        <Frame top={null} navigation={null} narrow={false}>
          <Screen place={place} />
        </Frame>
      </TextsContext>
    </MantineProvider>
  )
}
