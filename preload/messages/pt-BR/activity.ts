import type { Write } from '../../contract/writes.ts'

/** What was sent to a service, and its outcome. */
export const activity = {
  title: 'Atividade',
  facts: 'O que foi enviado ao serviço a partir deste computador nos últimos 30 dias',
  text: 'Nada daqui é enviado de novo por conta própria. O que ficou sem confirmação pode ser verificado: o Cruza só lê.',
  empty: 'Nenhum envio ainda',
  emptyText: 'Mensagens e mudanças que você enviar ao serviço aparecem aqui, com a confirmação dele.',
  list: 'Envios, do mais novo ao mais antigo',
  columns: { deed: 'O que foi enviado', state: 'Situação', at: 'Quando', actions: 'Ações' },
  conversation: (id: string) => `conversa nº ${id}`,
  /** `target` is method and path. */
  call: (words: string, target: string) => `${words} (${target})`,
  openConversation: 'Ver a conversa',
  confirmedByHand: 'Vi no serviço: foi feito',
  notDoneByHand: 'Vi no serviço: não foi feito',
  more: (deed: string, target: string) => `Mais ações: ${deed} ${target}`,
  unknown: (value: number) => (value === 1 ? '1 sem confirmação' : `${value} sem confirmação`),
  refresh: 'Atualizar',
  kinds: {
    create_form: 'Criar formulário',
    update_form: 'Mudar formulário',
    delete_form: 'Excluir formulário',
    create_entry: 'Criar resposta',
    delete_entry: 'Excluir resposta',
    create_webhook: 'Criar webhook',
    update_webhook: 'Mudar webhook',
    delete_webhook: 'Excluir webhook',
    send_message: 'Enviar mensagem',
    call: 'Chamada',
  } satisfies Record<Write['kind'], string> as Record<Write['kind'], string>,
  states: {
    sending: 'enviando',
    confirmed: 'confirmado',
    unknown: 'enviado, sem confirmação',
    not_done: 'não foi feito',
    failed: 'recusado',
  } satisfies Record<Write['state'], string> as Record<Write['state'], string>,
  /** Of what is unknown: whether it was done can be asked at any time, whether not only later. `moment`: hoje 15:04. */
  settling: (moment: string) =>
    `O serviço não confirmou, mas ainda pode fazê-lo até ${moment}. Não envie de novo antes; verifique depois disso.`,
  notYetKnown: (target: string, moment: string) =>
    `Ainda não se sabe o que aconteceu com “${target}”. O serviço pode fazê-lo até ${moment}; verifique de novo depois disso.`,
  check: 'Verificar',
  checkNamed: (deed: string, target: string) => `Verificar: ${deed} ${target}`,
  checked: {
    confirmed: (target: string) => `Confirmado: o serviço fez o que foi pedido em “${target}”.`,
    not_done: (target: string) => `O pedido sobre “${target}” não chegou a ser feito. Pode ser feito de novo.`,
    unknown: (target: string) => `O que o serviço mostra não diz o que aconteceu com “${target}”. Confira por lá.`,
    failed: (target: string) => `O serviço recusou o pedido sobre “${target}”.`,
    sending: (target: string) => `O pedido sobre “${target}” ainda está sendo enviado.`,
  } satisfies Record<Write['state'], (target: string) => string> as Record<Write['state'], (target: string) => string>,
}
