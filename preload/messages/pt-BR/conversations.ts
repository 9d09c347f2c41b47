import type { ConversationSet, LastMessage } from '../../contract/conversations.ts'
import type {
  ConversationAttribute,
  ConversationColumnKey,
  ConversationOperator,
} from '../../values/conversation-fields.ts'
import { count, number } from './common.ts'

const conversationsOf = (value: number) => count(value, 'conversa', 'conversas')

type State = ConversationSet['state']
type From = NonNullable<LastMessage['from']>

const attributes: Record<ConversationAttribute, string> = {
  status: 'Situação',
  assignee_id: 'Agente',
  inbox_id: 'Caixa de entrada',
  team_id: 'Equipe',
  contact_id: 'Contato nº',
  priority: 'Prioridade',
  display_id: 'Número da conversa',
  campaign_id: 'Campanha nº',
  labels: 'Etiquetas',
  created_at: 'Aberta em',
  last_activity_at: 'Última atividade',
  mail_subject: 'Assunto do e-mail',
}

const operators: Record<ConversationOperator, string> = {
  equal_to: 'é',
  not_equal_to: 'não é',
  contains: 'contém',
  is_present: 'está preenchido',
  is_not_present: 'está vazio',
  is_greater_than: 'depois do dia',
  is_less_than: 'antes do dia',
  days_before: 'há mais de … dias',
}

/** What a condition says in a sentence; `values` are its words, already joined with "ou". */
const said: Record<
  ConversationAttribute,
  Partial<Record<ConversationOperator, (values: string, many: boolean) => string>>
> = {
  status: {
    equal_to: (values) => `a situação é ${values}`,
    not_equal_to: (values) => `a situação não é ${values}`,
    contains: (values) => `a situação contém ${values}`,
    is_present: () => 'há situação',
    is_not_present: () => 'não há situação',
  },
  assignee_id: {
    equal_to: (values) => `o agente é ${values}`,
    not_equal_to: (values) => `o agente não é ${values}`,
    contains: (values) => `o número do agente contém ${values}`,
    is_present: () => 'há um agente',
    is_not_present: () => 'não há agente',
  },
  inbox_id: {
    equal_to: (values) => `a caixa é ${values}`,
    not_equal_to: (values) => `a caixa não é ${values}`,
    contains: (values) => `o número da caixa contém ${values}`,
    is_present: () => 'há uma caixa',
    is_not_present: () => 'não há caixa',
  },
  team_id: {
    equal_to: (values) => `a equipe é ${values}`,
    not_equal_to: (values) => `a equipe não é ${values}`,
    contains: (values) => `o número da equipe contém ${values}`,
    is_present: () => 'há uma equipe',
    is_not_present: () => 'não há equipe',
  },
  contact_id: {
    equal_to: (values) => `o contato é o ${values}`,
    not_equal_to: (values) => `o contato não é o ${values}`,
    contains: (values) => `o número do contato contém ${values}`,
    is_present: () => 'há um contato',
    is_not_present: () => 'não há contato',
  },
  priority: {
    equal_to: (values) => `a prioridade é ${values}`,
    not_equal_to: (values) => `a prioridade não é ${values}`,
    contains: (values) => `a prioridade contém ${values}`,
    is_present: () => 'há prioridade',
    is_not_present: () => 'não há prioridade',
  },
  display_id: {
    equal_to: (values) => `o número é ${values}`,
    not_equal_to: (values) => `o número não é ${values}`,
    contains: (values) => `o número contém ${values}`,
    is_present: () => 'há um número',
    is_not_present: () => 'não há número',
  },
  campaign_id: {
    equal_to: (values) => `a campanha é a ${values}`,
    not_equal_to: (values) => `a campanha não é a ${values}`,
    contains: (values) => `o número da campanha contém ${values}`,
    is_present: () => 'há uma campanha',
    is_not_present: () => 'não há campanha',
  },
  labels: {
    equal_to: (values, many) => `há ${many ? 'alguma das etiquetas' : 'a etiqueta'} ${values}`,
    not_equal_to: (values, many) => `não há ${many ? 'nenhuma das etiquetas' : 'a etiqueta'} ${values}`,
    contains: (values) => `alguma etiqueta contém ${values}`,
    is_present: () => 'há etiquetas',
    is_not_present: () => 'não há etiquetas',
  },
  created_at: {
    is_greater_than: (day) => `a abertura foi depois de ${day}`,
    is_less_than: (day) => `a abertura foi antes de ${day}`,
    days_before: (days) => `a abertura foi há mais de ${days}`,
  },
  last_activity_at: {
    is_greater_than: (day) => `houve atividade depois de ${day}`,
    is_less_than: (day) => `a última atividade foi antes de ${day}`,
    days_before: (days) => `a última atividade foi há mais de ${days}`,
  },
  mail_subject: {
    equal_to: (values) => `o assunto é ${values}`,
    not_equal_to: (values) => `o assunto não é ${values}`,
    contains: (values) => `o assunto contém ${values}`,
    is_present: () => 'há assunto',
    is_not_present: () => 'não há assunto',
  },
}

/** A condition of a failure, which names its attribute and operator as the service does. */
export function conditionWords(attribute: unknown, operator: unknown): string {
  const words: Readonly<Record<string, string>> = { ...attributes, ...operators }
  return [attribute, operator].map((name) => words[String(name)] ?? String(name)).join(' ')
}

export const conversations = {
  title: 'Conversas',
  /** How many the service counts for a filter. */
  count: conversationsOf,
  /** While pages are unread that may have some of other days. */
  atMost: (value: number) => `até ${conversationsOf(value)}`,
  /** Of a live list and of a set. */
  outside: (value: number) => `${number(value)} fora dos dias pedidos, deixadas de fora`,
  undated: (value: number) => `${number(value)} sem data informada pelo serviço: podem ser de um dia antes ou depois`,
  repeated: (value: number) => `${count(value, 'conversa repetida tirada', 'conversas repetidas tiradas')}`,
  parts: {
    label: 'Onde as conversas estão',
    live: 'No serviço',
    sets: 'Guardadas',
    setsCounted: (value: number) => `Guardadas (${number(value)})`,
  },

  /** The headings of a set's table. */
  columns: {
    id: 'Conversa nº',
    status: 'Situação',
    contato: 'Contato',
    telefone: 'Telefone',
    email: 'E-mail',
    contato_id: 'Contato nº',
    contato_criado_em: 'Contato criado em',
    agente: 'Agente',
    equipe: 'Equipe',
    caixa: 'Caixa de entrada',
    caixa_id: 'Caixa nº',
    etiquetas: 'Etiquetas',
    prioridade: 'Prioridade',
    criada_em: 'Aberta em',
    ultima_atividade_em: 'Última atividade',
    ultima_mensagem_em: 'Última mensagem em',
    ultima_mensagem_de: 'Última mensagem de',
    ultima_mensagem: 'Última mensagem',
    ultima_mensagem_anexos: 'Anexos da última mensagem',
    ultima_mensagem_entrega: 'Entrega da última mensagem',
    assunto: 'Assunto do e-mail',
  } satisfies Record<ConversationColumnKey, string> as Record<ConversationColumnKey, string>,
  priorities: { low: 'Baixa', medium: 'Média', high: 'Alta', urgent: 'Urgente' },
  /** Who wrote the last message. */
  from: { contact: 'Contato', team: 'Equipe', note: 'Nota interna', other: 'Outro' } satisfies Record<
    From,
    string
  > as Record<From, string>,
  /** Kinds of attachments; a kind that is not here is shown as the service reports it. */
  attachments: {
    image: 'Imagem',
    audio: 'Áudio',
    video: 'Vídeo',
    file: 'Arquivo',
    location: 'Localização',
    contact: 'Cartão de contato',
    fallback: 'Link',
    share: 'Publicação compartilhada',
    story_mention: 'Menção em um story',
    ig_reel: 'Reel',
    embed: 'Conteúdo incorporado',
  },
  /** The outcome of a message of the team. */
  deliveries: { progress: 'Enviando', sent: 'Enviada', delivered: 'Entregue', read: 'Lida', failed: 'Não entregue' },

  filter: {
    title: 'Filtro',
    edit: 'Editar filtro',
    attribute: (place: number) => `Condição ${number(place)}: campo`,
    operator: (place: number) => `Condição ${number(place)}: comparação`,
    value: (place: number) => `Condição ${number(place)}: valor`,
    remove: (place: number) => `Tirar a condição ${number(place)}`,
    and: 'e',
    where: 'onde',
    add: 'Acrescentar condição',
    attributes,
    operators,
    /** Where a word of an operator does not fit its attribute. */
    labelOperators: {
      equal_to: 'tem alguma de',
      not_equal_to: 'não tem nenhuma de',
      is_present: 'há alguma',
      is_not_present: 'não há nenhuma',
    },
    any: 'Nome, ou o número',
    anyNumber: 'Número e Enter',
    digits: 'Algarismos',
    otherWord: 'Outra palavra e Enter',
    otherWordLabel: (label: string) => `${label}, outra palavra`,
    days: 'dias',
    nothingKnown: 'Nada conhecido ainda: digite o número que aparece no endereço do atendimento.',
    noneFits: 'Nenhum nome assim: digite o número.',
    typeNumber: 'Digite o número e Enter.',
    missing: 'Falta o valor.',
    missingOne: 'É preciso ao menos uma condição: o serviço não lista tudo.',
    dayHint: 'Dias inteiros do seu fuso.',
  },
  /** The filter as one sentence. */
  phrase: {
    where: (conditions: string) => `Conversas em que ${conditions}`,
    days: (value: number) => count(value, 'dia', 'dias'),
    quoted: (text: string) => `“${text}”`,
    condition: (attribute: ConversationAttribute, operator: ConversationOperator, values: string, many: boolean) =>
      said[attribute][operator]?.(values, many) ?? `${attributes[attribute]} ${operators[operator]} ${values}`.trim(),
  },
  builtIn: {
    open: 'Abertas',
    unassigned: 'Abertas sem agente',
    waiting: 'Abertas sem atividade há 2 dias',
    pending: 'Pendentes',
    snoozed: 'Adiadas',
  },

  /** How long a contact has waited for an answer. */
  waits: {
    minutes: (value: number) => `espera há ${number(value)} min`,
    hours: (value: number) => `espera há ${number(value)} h`,
    days: (value: number) => `espera há ${number(value)} dias`,
  },
  list: {
    label: 'Conversas do filtro',
    headings: {
      inbox: 'Caixa',
    },
    notRead: 'Não foi possível ler agora',
    noMessage: 'Sem mensagem',
    noAgent: 'Sem agente',
    noValue: '–',
    fromTeam: 'Equipe:',
    fromNote: 'Nota interna:',
    shown: (shown: number, all: number) => `${number(shown)} de ${conversationsOf(all)}`,
    shownOfMost: (shown: number, all: number) => `${number(shown)} de até ${conversationsOf(all)}`,
    shownOnly: (shown: number) => `${conversationsOf(shown)} até aqui`,
    outsideHint:
      'O serviço corta os dias em outro fuso: o Cruza pede um dia a mais de cada lado e tira o que fica fora. O total do serviço conta esses dias a mais.',
    readAt: (moment: string) => `lidas ${moment}`,
    loadingMore: 'Lendo mais…',
    more: 'Ler mais',
    end: 'Fim da lista',
    order: 'Ordem da lista',
    orders: { movement: 'Último movimento', wait: 'Maior espera' },
    orderOfRead: (read: number) =>
      `Ordem só das ${number(read)} lidas até aqui: quem espera há mais tempo costuma estar mais abaixo. Leia mais, ou baixe todas.`,
    empty: 'Nenhuma conversa com este filtro',
    emptyText: 'Tire uma condição ou alargue as datas.',
    seeSets: 'Ver as guardadas',
  },

  detail: {
    label: 'Conversa',
    title: (id: number) => `Conversa ${id}`,
    close: 'Fechar a conversa',
    previous: 'Conversa anterior',
    next: 'Próxima conversa',
    reply: 'Responder…',
    contact: 'Ver o contato',
    cannotReply: 'O canal não deixa a equipe escrever agora (a janela de resposta fechou).',
    none: 'nenhuma',
    noMessage: 'Nenhuma mensagem ainda.',
    unreportedMessage: 'O serviço não informou a última mensagem.',
    noContent: 'Mensagem sem texto',
    messageBy: (from: string, moment: string) => `${from} · ${moment}`,
    raw: 'Como veio do serviço',
    showRaw: 'Ver como veio',
    hideRaw: 'Esconder',
    gone: (id: number) => `O serviço não tem a conversa ${id} nesta conta.`,
    goneText:
      'Ela pode ter sido apagada, ou o número da planilha não é o mesmo das conversas: isso varia de um serviço para outro.',
    hidden: (id: number) => `O serviço não mostra a conversa ${id} pelo número`,
    hiddenText:
      'Ele responde com outras conversas, seja qual for o número, e ela não está entre as últimas do contato: não dá para saber como está.',
    seen: (moment: string) => `O serviço não mostra esta conversa pelo número: aqui está como veio ${moment}.`,
    ofContact: 'Ver as conversas do contato',
    otherContact: (id: number) =>
      `Atenção: a conversa ${id} deste serviço é de outro contato. O número que a planilha traz não é o das conversas.`,
    readAt: (moment: string) => `guardada ${moment}`,
    live: 'Ver no serviço',
  },

  sets: {
    count: (value: number) => count(value, 'conjunto guardado', 'conjuntos guardados'),
    fetch: 'Baixar todas',
    title: 'Baixar todas as conversas do filtro',
    nameHint: 'Aparece só neste computador.',
    plan: (conversations: number, requests: number) =>
      `${conversationsOf(conversations)}, ${count(requests, 'consulta', 'consultas')} de 25. Dá para parar e continuar depois.`,
    planAtMost: (conversations: number, requests: number) =>
      `Até ${conversationsOf(conversations)}, ${count(requests, 'consulta', 'consultas')} de 25. Dá para parar e continuar depois.`,
    planUnknown: 'O serviço não diz quantas são: o Cruza lê até a última página.',
    list: 'Conversas guardadas neste computador',
    empty: 'Nenhuma conversa guardada',
    emptyText:
      'Monte um filtro e baixe todas as conversas dele: ficam neste computador, criptografadas, abrem sem internet e vão para o Excel.',
    makeFilter: 'Montar um filtro',
    states: {
      complete: 'completa',
      changed: 'mudou na leitura',
      partial: 'parcial',
      reading: 'lendo',
    } satisfies Record<State, string> as Record<State, string>,
    reasons: {
      complete: 'O serviço conta tantas conversas quantas foram lidas.',
      changed: 'A lista mudou enquanto era lida, ou o total do serviço é outro. Atualize para conferir.',
      partial: 'A leitura parou antes do fim. O que foi lido está guardado.',
      reading: 'As conversas estão sendo lidas agora.',
    } satisfies Record<State, string> as Record<State, string>,
    ofAll: (rows: number, all: number) => `Foram lidas ${number(rows)} de ${conversationsOf(all)}.`,
    some: (rows: number) => `Foram lidas ${conversationsOf(rows)}.`,
    incomplete: 'Esta leitura está incompleta.',
    interrupted: 'A última atualização parou antes do fim. As linhas mostradas são as da leitura anterior, inteira.',
    progress: (name: string) => `Leitura de ${name}`,
    resume: 'Continuar',
    resumeNamed: (name: string) => `Continuar a leitura de ${name}`,
    refreshing: 'Atualizar (lê de novo)',
    showLive: 'Ver o filtro no serviço',
    dialogs: {
      rename: { title: 'Renomear', name: 'Nome', confirm: 'Renomear' },
      forget: {
        title: (name: string) => `Esquecer “${name}”?`,
        lost: ({ rows }: { readonly rows: number }): readonly string[] => [
          `${conversationsOf(rows)} ${rows === 1 ? 'guardada' : 'guardadas'} neste computador`,
          'a ordem, os filtros e as colunas que você arrumou',
        ],
        kept: 'Nada muda no serviço: dá para baixar de novo.',
        confirm: 'Esquecer',
      },
    },
    gone: 'Estas conversas não estão mais guardadas',
    goneText: 'Foram esquecidas, ou os dados são de outra conta.',
    noRows: 'O serviço não tem conversas com este filtro',
    noRowsText: 'A leitura terminou e não veio nenhuma.',
    waitingRows: 'As conversas aparecem aqui assim que a leitura terminar',
    nothingRead: 'Nenhuma conversa foi lida ainda',
    search: 'Buscar por nome, telefone ou e-mail',
  },
  shortcuts: {
    filter: 'Editar o filtro',
    reply: 'Responder',
    list: 'Ir para a lista',
  },
}
