import type { cruzar as portuguese } from '../pt-BR/cruzar.ts'

export const cruzar: typeof portuguese = {
  outcomes: {
    com_conversa: 'With conversation',
    sem_conversa: 'No conversation',
    ausente: 'Absent',
    invalida: 'Invalid',
    sem_resposta: 'Unanswered',
  },
  reasons: {
    empty: 'empty',
    too_short: 'too short',
    too_long: 'too long',
    no_digits: 'no digits',
    damaged_by_excel: 'damaged by Excel',
    bad_email: 'invalid e-mail',
    service_number: 'service number (0800, 4004, short)',
    bad_number: 'number that does not exist',
    cancelled: 'cancelled before the answer',
    offline: 'no connection',
    timeout: 'the service took too long',
    rate_limited: 'the service asked to wait',
    unauthorized: 'key not accepted',
    forbidden: 'not allowed',
    service_failed: 'the service failed',
    service_refused: 'the service refused',
    too_large: 'request too large',
    unexpected_body: 'answer that cannot be understood',
    captive_portal: 'the network answered with a page',
  },
  columns: {
    cruzar_resultado: 'Outcome',
    cruzar_chave: 'Key sent',
    cruzar_motivo: 'Reason',
  },
}
