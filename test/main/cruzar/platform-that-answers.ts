import type { PlatformAt } from '../../kit/connection-drafts.ts'
import { type Asked, type Scripted, type ScriptedService, startService } from '../../kit/service.ts'
import { startWorkspace, type WorkspaceOptions } from '../../kit/workspace.ts'

export interface Result {
  readonly chave: string
  readonly encontrado: boolean
  readonly lead: object | null
}

/** Every third key is attended, every third registered, every third unknown, by its last digits. */
export function resultOf(chave: string): Result {
  const kind = Number(chave.replace(/\D/g, '').slice(-4)) % 3
  if (kind === 0) return { chave, encontrado: false, lead: null }
  const contato_id = Number(chave.replace(/\D/g, '').slice(-8))
  const nome = `Pessoa ${contato_id}`
  if (kind === 1)
    return { chave, encontrado: true, lead: { contato_id, nome, conversa_id: null, conversas_no_periodo: 0 } }
  return { chave, encontrado: true, lead: { contato_id, nome, conversa_id: contato_id + 1, conversas_no_periodo: 1 } }
}

/** The outcome that a row of this key must have. */
export function outcomeOf(chave: string): 'ausente' | 'sem_conversa' | 'com_conversa' {
  const { encontrado, lead } = resultOf(chave)
  if (!encontrado) return 'ausente'
  return Reflect.get(lead ?? {}, 'conversa_id') === null ? 'sem_conversa' : 'com_conversa'
}

export const envelope = (resultados: readonly unknown[]): Scripted => ({
  json: { meta: { total: resultados.length, encontrados: 0, sem_atendimento: 0, filtros: {} }, resultados },
})

export interface CruzarService extends ScriptedService {
  readonly at: PlatformAt
  /** The keys of each cross-check so far, in the order of arrival. */
  batches(): string[][]
}

const isCruzar = ({ path }: Asked) => path.endsWith('/cruzar')

export type AnswerKeys = (keys: string[], turn: number) => Scripted | Promise<Scripted>

/** A platform that knows the cross-check alone and answers it as the test defines. */
export async function startCruzarService(answer: AnswerKeys): Promise<CruzarService> {
  let turn = 0
  const service = await startService((asked) =>
    isCruzar(asked) ? answer(JSON.parse(asked.body).chaves, turn++) : { status: 404, json: { error: 'nada' } },
  )
  return {
    ...service,
    at: { url: service.origin, accountId: 3, brand: 'casa', token: 'segredo-de-teste' },
    batches: () => service.asked.filter(isCruzar).map(({ body }) => JSON.parse(body).chaves),
  }
}

/** A workspace that is connected to such a platform; answers every key by default. */
export async function startCruzar(answer: AnswerKeys = good, options?: WorkspaceOptions) {
  const service = await startCruzarService(answer)
  const workspace = await startWorkspace(options)
  return { ...workspace, service, connection_id: await workspace.connect(service.at) }
}

export const good = (keys: readonly string[]) => envelope(keys.map(resultOf))
