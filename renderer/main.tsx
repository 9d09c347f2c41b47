import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import './styles.css'
import './ui/ui.css'
import './ui/frame.css'
import './app/app.css'
import './connections/connections.css'
import 'dayjs/locale/pt-br'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { findBridge } from './kernel/bridge.ts'
import { Shell } from './shell.tsx'
import { createStores } from './stores.ts'
import { StoresContext } from './stores-context.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const stores = createStores({ bridge: findBridge() })
void stores.app.getState().load()

createRoot(root).render(
  <StrictMode>
    <StoresContext value={stores}>
      <Shell />
    </StoresContext>
  </StrictMode>,
)
