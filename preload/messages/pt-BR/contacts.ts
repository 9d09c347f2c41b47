import type { RelatedBy } from '../../contract/contacts.ts'
import type { KeyText } from '../params.ts'
import { count, number } from './common.ts'

export const contacts = {
  title: 'Contatos',
  searchLabel: 'Buscar contato',
  placeholder: 'Nome, telefone em qualquer formato ou e-mail',
  start: 'Quem você procura?',
  startText:
    'Digite parte do nome, um telefone em qualquer formato ou um e‑mail. A busca é feita no serviço enquanto você digita.',
  tooShort: 'Digite ao menos dois caracteres.',
  searching: 'Buscando no serviço…',
  sent: (text: string) => `Procurado no serviço: ${text}`,
  found: (value: number, more: boolean) =>
    more ? `${number(value)} contatos até aqui, há mais` : count(value, 'contato', 'contatos'),
  none: 'Ninguém encontrado',
  noneText: 'O serviço não tem contato com isto no nome, no telefone ou no e‑mail.',
  ninth: (phone: string) => `Procurar também ${phone}`,
  ninthHint: 'O mesmo número com ou sem o nono dígito pode ser outro contato.',
  more: 'Mais contatos',
  list: 'Contatos encontrados',
  columns: {
    number: 'Nº',
  },
  number: (id: number) => `Contato nº ${id}`,
  keptAt: (moment: string) => `Mostrado como foi lido ${moment}.`,
  gone: (id: number) => `O contato nº ${id} não foi encontrado`,
  goneText: 'O serviço não tem contato com este número, ou a sua chave não pode vê-lo.',
  facts: {
    title: 'Dados do contato',
    identifier: 'Identificador',
    created: 'Criado em',
    attributes: {
      city: 'Cidade',
      country: 'País',
      country_code: 'Código do país',
      company_name: 'Empresa',
      description: 'Descrição',
      mail_subject: 'Assunto do e-mail',
    } as Readonly<Record<string, string>>,
    more: 'Como o serviço informou',
    none: 'O serviço não informou nada além do número.',
  },
  conversations: {
    title: 'Conversas mais recentes',
    capped: 'O serviço mostra só as mais recentes que a sua chave vê.',
    none: 'Nenhuma conversa que a sua chave possa ver.',
    noAgent: 'sem agente',
    openNamed: (id: number) => `Abrir a conversa nº ${id}`,
    writeNamed: (id: number) => `Escrever na conversa nº ${id}`,
    closed: 'canal fechado para a equipe agora',
    all: 'Todas as conversas',
  },
  related: {
    title: 'Neste computador',
    hint: 'Lido sem rede, do que já foi baixado.',
    conversations: 'Conversas guardadas',
    runs: 'Cruzamentos',
    entries: 'Respostas de formulários',
    none: 'Nada desta pessoa foi baixado ainda.',
    more: 'Há mais do que cabe aqui: o telefone ou e-mail é de muitas linhas.',
    neverRead: 'leitura não terminada',
    crossedAt: (moment: string) => `cruzado ${moment}`,
    seenAt: (moment: string) => `vista no serviço ${moment}`,
    answeredAt: (moment: string) => `respondida ${moment}`,
    entry: (id: number) => `Resposta nº ${id}`,
    by: {
      contato_id: 'mesmo contato',
      telefone: 'mesmo telefone',
      nono_digito: 'mesmo telefone, salvo o nono dígito',
      email: 'mesmo e-mail',
    } satisfies Record<RelatedBy, string> as Record<RelatedBy, string>,
  },
  shortcuts: {
    refresh: 'Ler o contato de novo',
  },
}

export const sending = {
  title: (name: string) => `Mensagem para ${name}`,
  someone: 'contato sem nome',
  unnamedTitle: 'Mensagem',
  last: (facts: string) => (facts === '' ? 'Última mensagem' : `Última mensagem (${facts})`),
  from: { contact: 'contato', team: 'equipe', note: 'nota interna', other: 'sistema' },
  content: 'Mensagem',
  contentHint: (key: KeyText) => `Escreva como a pessoa vai ler. ${key('mod+enter')} para conferir.`,
  oneByOne: 'Mensagens vão para uma pessoa por vez. Envio em massa fica de fora de propósito.',
  seen: (moment: string) =>
    `O serviço não mostra esta conversa pelo número. Ela aparece aqui como veio ${moment}: situação e canal podem ter mudado.`,
  closed: 'O canal desta conversa está fechado para mensagens da equipe agora; o serviço pode recusar ou não entregar.',
  insist: 'Enviar mesmo assim',
  earlier: (value: number) =>
    value === 1
      ? 'Uma mensagem desta conversa foi enviada e nunca confirmada. Verifique antes de escrever o mesmo de novo.'
      : `${value} mensagens desta conversa foram enviadas e nunca confirmadas. Verifique antes de escrever o mesmo de novo.`,
  texts: 'Textos',
  textsEmpty: 'Nenhum texto salvo ainda. Escreva um e salve.',
  saveText: 'Salvar como texto',
  textName: 'Nome do texto',
  forgetText: (name: string) => `Remover o texto “${name}”`,
  fieldsOf: (sheet: string, moment: string) => `Do lead em “${sheet}”, lida ${moment}`,
  fieldsOfUnread: (sheet: string) => `Do lead em “${sheet}”`,
  fieldsOfContact: 'Do contato, como o serviço informou agora',
  firstName: 'Primeiro nome',
  missing: (fields: string) => `Sem valor para ${fields}. Complete o texto ou tire o campo antes de enviar.`,
  review: 'Conferir',
  reviewTitle: 'Confira antes de enviar',
  reviewText: (name: string) => `${name} vai receber exatamente isto, uma vez:`,
  back: 'Voltar ao texto',
  send: (name: string) => `Enviar para ${name}`,
  sent: (name: string) => `Mensagem para ${name} aceita pelo serviço.`,
  sentFailing: (name: string) => `O serviço aceitou a mensagem para ${name}, mas já avisou que a entrega falhou.`,
  unknownTitle: 'Enviada, sem confirmação',
  unknown: (name: string) =>
    `A mensagem para ${name} saiu deste computador, mas o serviço não confirmou. Ela não será enviada de novo por conta própria: verifique o que aconteceu.`,
  refused: (name: string, why: string) =>
    `A mensagem para ${name} não foi enviada. ${why} O texto continua na conversa.`,
  seeActivity: 'Ver em Atividade',
  gone: 'Esta conversa não existe no serviço',
  goneText: 'O serviço não tem conversa com este número, ou a sua chave não pode vê-la.',
}
