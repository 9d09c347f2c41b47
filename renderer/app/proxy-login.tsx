import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { AppState } from '../../preload/contract/app.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'

type AskedProxy = NonNullable<AppState['proxy']>

/** Says that a proxy needs a login. The dialog opens by itself the first time. */
export function ProxyBand({ asked }: { readonly asked: AskedProxy }) {
  const texts = useMessages().app.proxy
  const [entering, setEntering] = useState(true)
  return (
    <div className="frame-band row" role="status">
      <span>{asked.refused ? texts.bandRefused(asked.proxy) : texts.band(asked.proxy)}</span>
      <Button variant="subtle" size="compact-xs" flex="none" onClick={() => setEntering(true)}>
        {texts.enter}
      </Button>
      {entering ? <ProxyLoginDialog asked={asked} onClose={() => setEntering(false)} /> : null}
    </div>
  )
}

/** Asks for name and password. The password field is emptied when it is sent, whatever the result. */
function ProxyLoginDialog({ asked, onClose }: { readonly asked: AskedProxy; readonly onClose: () => void }) {
  const { app, common } = useMessages()
  const texts = app.proxy
  const state = useStore(useFeature('app').store)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const submit = () => {
    if (username.trim() === '' || password === '' || state.working !== null) return
    setPassword('')
    setTried(true)
    void state.enterProxyLogin({ proxy: asked.proxy, username: username.trim(), password })
  }
  const failure = tried ? state.failure : null
  const isRefused = failure?.code === 'proxy_login'
  return (
    <Dialog onClose={onClose} title={texts.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {texts.text(asked.proxy)}
          </Text>
          <TextInput
            label={texts.username}
            value={username}
            maxLength={300}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <SecretInput
            label={texts.password}
            value={password}
            maxLength={1024}
            autoComplete="off"
            error={isRefused && password === '' ? texts.refused : null}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {failure && !isRefused ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button
              type="submit"
              size="sm"
              loading={state.working !== null}
              disabled={username.trim() === '' || password === ''}
            >
              {texts.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
