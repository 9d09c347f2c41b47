import { IconPlugConnected } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { Connection, ServiceKind } from '../../preload/contract/connections.ts'
import { type App, type Feature, resetStores } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { NoConnection } from './no-connection.tsx'
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

export const connectionsFeature: Feature<'connections'> = {
  item: {
    group: 'app',
    icon: IconPlugConnected,
    label: ({ app }) => app.navigation.connections,
    place: { screen: 'connections' },
  },
  create({ ask }: App) {
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
}

const none: readonly Connection[] = []

function inUse(list: ReturnType<ConnectionsStore['getState']>['list'], service: ServiceKind) {
  return readyValue(list)?.find((connection) => connection.service === service && connection.current)
}
