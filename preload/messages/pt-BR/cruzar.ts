import type { KeyProblem, Outcome } from '../../contract/cruzar.ts'
import type { FailureCode } from '../../contract/wire.ts'

type Reasons = Readonly<Record<KeyProblem, string>> & Readonly<Partial<Record<FailureCode, string>>>

export const cruzar = {
  /** The five outcomes of a row, the same words everywhere. */
  outcomes: {
    com_conversa: 'Com conversa',
    sem_conversa: 'Sem conversa',
    ausente: 'Ausente',
    invalida: 'Inválida',
    sem_resposta: 'Sem resposta',
  } satisfies Record<Outcome, string> as Record<Outcome, string>,
  /** Why a row is `invalida`, or why its batch got no answer. */
  reasons: {
    empty: 'vazia',
    too_short: 'curta demais',
    too_long: 'longa demais',
    no_digits: 'sem números',
    damaged_by_excel: 'estragada pelo Excel',
    bad_email: 'e-mail inválido',
    service_number: 'número de serviço (0800, 4004, curto)',
    bad_number: 'número que não existe',
    cancelled: 'cancelada antes da resposta',
    offline: 'sem conexão',
    timeout: 'o serviço demorou demais',
    rate_limited: 'o serviço pediu para esperar',
    unauthorized: 'chave não aceita',
    forbidden: 'sem permissão',
    service_failed: 'o serviço falhou',
    service_refused: 'o serviço recusou',
    too_large: 'pedido grande demais',
    unexpected_body: 'resposta que não se entende',
    captive_portal: 'a rede respondeu com uma página',
  } satisfies Reasons as Reasons,
  columns: {
    cruzar_resultado: 'Resultado',
    cruzar_chave: 'Chave enviada',
    cruzar_motivo: 'Motivo',
  },
}
