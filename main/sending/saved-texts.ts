import * as z from 'zod'
import { type SavedText, savedText } from '../../preload/contract/sending.ts'
import type { Data } from '../data/calls.ts'
import { AppFailure } from '../kernel/failure.ts'

/** The texts that a team begins its messages with, of one connection, in the order of their names. */
export interface SavedTexts {
  list(connectionId: string): Promise<SavedText[]>
  /** Throws `name_taken`. */
  save(connectionId: string, text: SavedText): Promise<SavedText[]>
  forget(connectionId: string, id: string): Promise<SavedText[]>
}

const name = 'sending/texts'

export function createSavedTexts({ data }: { readonly data: Data }): SavedTexts {
  const list = async (connection_id: string): Promise<SavedText[]> => {
    const facts = await data.ask('facts.read', { service: 'platform', connection_id, prefix: name })
    return z
      .array(savedText)
      .catch([])
      .parse(facts.find((fact) => fact.name === name)?.value)
  }
  const put = async (connection_id: string, texts: readonly SavedText[]): Promise<SavedText[]> => {
    const value = texts.toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR', { numeric: true }))
    await data.ask('facts.put', { service: 'platform', connection_id, name, value })
    return value
  }
  return {
    list,
    async save(connectionId, text) {
      const others = (await list(connectionId)).filter(({ id }) => id !== text.id)
      if (others.some((other) => other.name === text.name)) throw new AppFailure('name_taken')
      return put(connectionId, [...others, text])
    },
    forget: async (connectionId, id) =>
      put(
        connectionId,
        (await list(connectionId)).filter((text) => text.id !== id),
      ),
  }
}
