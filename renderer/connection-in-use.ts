import type { Connection, ServiceKind } from '../preload/contract/connections.ts'
import type { Place } from './navigation.ts'

/** The connection that every screen of a service shows and writes through. */
export function connectionInUse(connections: readonly Connection[], service: ServiceKind): Connection | undefined {
  return connections.find((connection) => connection.service === service && connection.current)
}

/** The connection that a place names. */
export function namedConnection(place: Place): string | undefined {
  return 'connection' in place ? place.connection : undefined
}

/**
 * The same screen of another connection, or of none. A record of one account is not in another, so its place gives the
 * list that it stands in.
 */
export function placeInConnection(place: Place, connection: string | undefined): Place {
  const own = connection === undefined ? {} : { connection }
  switch (place.screen) {
    case 'conversations':
      return { screen: 'conversations', ...own, ...(place.part ? { part: place.part } : {}) }
    case 'conversation-set':
      return { screen: 'conversations', ...own, part: 'sets' }
    case 'contact':
      return { screen: 'contacts', ...own }
    case 'captain':
      return { screen: 'captain', ...own, ...(place.part ? { part: place.part } : {}) }
    case 'console':
      return { screen: 'console', ...own, ...(place.part ? { part: place.part } : {}) }
    case 'dataset':
      return { screen: 'console', ...own, part: 'datasets' }
    case 'contacts':
    case 'reports':
    case 'documentation':
    case 'activity':
    case 'diagnostics':
      return { screen: place.screen, ...own }
    case 'form':
      return { screen: 'forms' }
    case 'entries':
      if (connection === undefined) return { screen: 'forms' }
      return { screen: 'entries', connection, ...(place.part ? { part: place.part } : {}) }
    case 'packages':
    case 'webhooks':
    case 'account':
      return connection === undefined ? { screen: 'forms' } : { screen: place.screen, connection }
    default:
      return place
  }
}
