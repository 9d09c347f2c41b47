import { IconForms, IconPlugConnected } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { Connection, ServiceKind } from '../../preload/contract/connections.ts'
import { defineFeature, resetStores, useNavigation } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ConnectionsScreen } from './screen.tsx'
import { type ConnectionsStore, createConnectionsStore } from './store.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /**
     * With `create` the form of a new connection is open, to a form service with `service`. With `replace` that of this
     * connection is, at its access key.
     */
    connections: { create?: true; service?: 'forms'; replace?: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    connections: {
      readonly store: ConnectionsStore
      /** The connection that every screen of a service shows and writes through. */
      inUse(service: ServiceKind): Connection | undefined
      useInUse(service: ServiceKind): Connection | undefined
      useList(): readonly Connection[]
    }
  }
  interface Slots {
    noConnection: { readonly service: ServiceKind }
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
  slots: { noConnection: NoConnection },
  commands: ({ messages: { app }, go }) => [
    { id: 'connections', label: app.commands.goToConnections, keys: 'g x', run: go({ screen: 'connections' }) },
  ],
})

const none: readonly Connection[] = []

function inUse(list: ReturnType<ConnectionsStore['getState']>['list'], service: ServiceKind) {
  return readyValue(list)?.find((connection) => connection.service === service && connection.current)
}

/** Instead of every screen of a service while there is no connection to one. */
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
