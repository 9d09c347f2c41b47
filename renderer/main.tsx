import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import './styles.css'
import './ui/ui.css'
import './app/app.css'
import './connections/connections.css'
import 'dayjs/locale/pt-br'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Bridge } from '../preload/values/wire.ts'
import { NoPageKey } from './app/lone-screen.tsx'
import { createRuntime, RuntimeContext } from './app/runtime.ts'
import { Shell } from './app/shell.tsx'
import { cssVariablesResolver, startingScheme, theme } from './app/theme.ts'
import { findBridge } from './kernel/bridge.ts'
import { AppProvider } from './kernel/feature.ts'
import { languageStore } from './kernel/messages.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// The host has set the language of the page (main/hosts/starting-page.ts).
languageStore.setState({ language: document.documentElement.lang.startsWith('en') ? 'en' : 'pt-BR' })

const bridge = findBridge()
createRoot(root).render(<StrictMode>{bridge ? openShell(bridge) : refuse()}</StrictMode>)

function openShell(bridge: Bridge) {
  const runtime = createRuntime({ bridge })
  void runtime.feature('app').store.getState().load()
  return (
    <RuntimeContext value={runtime}>
      <AppProvider value={runtime}>
        <Shell />
      </AppProvider>
    </RuntimeContext>
  )
}

/** Without a page key nothing can be asked. */
function refuse() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme={startingScheme()}>
      <NoPageKey />
    </MantineProvider>
  )
}
