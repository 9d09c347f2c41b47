import { Button, Tooltip } from '@mantine/core'
import { IconExternalLink, IconForms, IconPlugConnected } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { Connection, PlatformRecord, ServiceKind } from '../../preload/contract/connections.ts'
import { failureOf } from '../kernel/ask.ts'
import { defineFeature, resetStores, type Slots, useFeature, useNavigation } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { noticeFailure } from '../kernel/notice-failure.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { MenuAction } from '../ui/menu-items.tsx'
import { openInPage } from '../ui/outside.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ConnectionsScreen } from './screen.tsx'
import { type ConnectionsStore, createConnectionsStore } from './store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /**
     * `create` opens the form of a new connection, to a form service with `service`. `replace` opens the form of this
     * connection at its access key.
     */
    connections: { create?: true; service?: 'forms'; replace?: string }
  }
}

interface RecordAt {
  readonly connection: string
  readonly record: PlatformRecord
  readonly id: number
}

declare module '../kernel/feature.ts' {
  interface Features {
    connections: {
      readonly store: ConnectionsStore
      /** The connection that every screen of a service reads and writes. */
      inUse(service: ServiceKind): Connection | undefined
      useInUse(service: ServiceKind): Connection | undefined
      useList(): readonly Connection[]
      /**
       * A menu action that opens a record in the platform's own web app, in the person's browser; null for a forgotten
       * connection.
       */
      useRecordLink(at: RecordAt): Pick<MenuAction, 'label' | 'hint' | 'onClick'> | null
    }
  }
  interface Slots {
    noConnection: { readonly service: ServiceKind }
    /** The same as a button. */
    platformLink: RecordAt
  }
}

export const connectionsFeature = defineFeature('connections', {
  item: {
    group: 'app',
    icon: IconPlugConnected,
    label: ({ connections }) => connections.title,
    place: { screen: 'connections' },
  },
  create({ ask }) {
    const store = createConnectionsStore({ ask })
    return {
      offer: {
        store,
        inUse: (service) => inUse(store.getState().list, service),
        useInUse: (service) => useStore(store, ({ list }) => inUse(list, service)),
        useList: () => readyValue(useStore(store, ({ list }) => list)) ?? none,
        useRecordLink({ connection, record, id }) {
          const texts = useMessages().common.inPlatform
          const list = readyValue(useStore(store, (state) => state.list))
          const item = list?.find((each) => each.id === connection)
          if (!item) return null
          const { host } = new URL(item.on_beta && item.beta_url !== null ? item.beta_url : item.base_url)
          const open = async () => {
            try {
              const { page_opens } = await ask('connections.open_record', { connection_id: connection, record, id })
              openInPage(page_opens)
            } catch (error) {
              noticeFailure(failureOf(error))
            }
          }
          return {
            label: texts.open,
            hint: texts.hints[record](id, host),
            onClick: () => void open(),
          }
        },
      },
      reloads: { connections: store.getState().load },
      reset: () => resetStores(store),
    }
  },
  screens: {
    connections: {
      area: 'connections',
      component: ConnectionsScreen,
      help: ['token de acesso', 'token'],
      guide: 'data',
    },
  },
  slots: { noConnection: NoConnection, platformLink: PlatformLink },
  commands: ({ messages: { app }, go }) => [
    { id: 'connections', label: app.commands.goToConnections, keys: 'g x', run: go({ screen: 'connections' }) },
  ],
})

const none: readonly Connection[] = []

function inUse(list: ReturnType<ConnectionsStore['getState']>['list'], service: ServiceKind) {
  return readyValue(list)?.find((connection) => connection.service === service && connection.current)
}

/** Replaces every screen of a service that has no connection. */
export function NoConnection({ service }: { readonly service: ServiceKind }) {
  const { connections, forms, common } = useMessages()
  const { go } = useNavigation()
  if (service === 'platform') {
    const { title, text } = connections.noPlatform
    return (
      <EmptyState
        icon={<IconPlugConnected size={32} stroke={1.5} />}
        title={title}
        text={text}
        action={{ label: common.connectAccount, onClick: () => go({ screen: 'connections', create: true }) }}
      />
    )
  }
  return (
    <>
      <PageHeader title={forms.title} />
      <EmptyState
        icon={<IconForms size={32} stroke={1.5} />}
        title={forms.noConnection}
        text={forms.noConnectionText}
        action={{ label: forms.connect, onClick: () => go({ screen: 'connections', create: true, service: 'forms' }) }}
      />
    </>
  )
}

function PlatformLink({ connection, record, id }: Slots['platformLink']) {
  const { useRecordLink } = useFeature('connections')
  const link = useRecordLink({ connection, record, id })
  if (!link) return null
  return (
    <Tooltip label={link.hint} position="bottom" multiline maw={280}>
      <Button variant="default" rightSection={<IconExternalLink size={14} aria-hidden="true" />} onClick={link.onClick}>
        {link.label}
      </Button>
    </Tooltip>
  )
}
