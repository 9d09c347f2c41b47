import * as z from 'zod'
import type { ServiceKind } from '../preload/contract/connections.ts'
import type { Data } from './data-calls.ts'
import { AppFailure } from './kernel/failure.ts'

export interface FactKey {
  readonly service: ServiceKind
  readonly connection_id: string
  readonly name: string
}

/** The value; undefined where there is none, or where an older version stored it in another shape. */
export async function readFact<T>(
  data: Pick<Data, 'ask'>,
  { name, ...of }: FactKey,
  shape: z.ZodType<T>,
): Promise<T | undefined> {
  const facts = await data.ask('facts.read', { ...of, prefix: name })
  return shape.safeParse(facts.find((fact) => fact.name === name)?.value).data
}

interface Named {
  readonly id: string
  readonly name: string
}

/**
 * A list stored with a platform connection, sorted by name. Saving replaces the item with the same id, and throws
 * `name_taken` where another one has the name.
 */
export function createNamedList<T extends Named>(data: Data, { name, shape }: { name: string; shape: z.ZodType<T> }) {
  const keyOf = (connection_id: string) => ({ service: 'platform', connection_id, name }) as const
  const list = async (connectionId: string): Promise<T[]> =>
    (await readFact(data, keyOf(connectionId), z.array(shape))) ?? []
  const put = async (connectionId: string, items: readonly T[]): Promise<T[]> => {
    const value = items.toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR', { numeric: true }))
    await data.ask('facts.put', { ...keyOf(connectionId), value })
    return value
  }
  return {
    list,
    async save(connectionId: string, item: T): Promise<T[]> {
      const others = (await list(connectionId)).filter(({ id }) => id !== item.id)
      if (others.some(({ name }) => name === item.name)) throw new AppFailure('name_taken')
      return put(connectionId, [...others, item])
    },
    async forget(connectionId: string, id: string): Promise<T[]> {
      const items = await list(connectionId)
      const others = items.filter((item) => item.id !== id)
      return others.length === items.length ? items : put(connectionId, others)
    },
  }
}
