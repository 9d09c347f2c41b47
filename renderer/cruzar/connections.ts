import type { Connection } from '../../preload/contract/connections.ts'

/** The connections that can be asked about a list: those of the agent platform. */
export function platformConnections(connections: readonly Connection[]): readonly Connection[] {
  return connections.filter(({ service }) => service === 'platform')
}

/** The connection that a list goes to: the chosen one where it still exists, else the current one, else the first. */
export function connectionFor(connections: readonly Connection[], chosen: string | null): Connection | undefined {
  const candidates = platformConnections(connections)
  return candidates.find(({ id }) => id === chosen) ?? candidates.find(({ current }) => current) ?? candidates[0]
}
