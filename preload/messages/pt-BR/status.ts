import type { Probe, ProbeStep, ServiceHealth } from '../../contract/health.ts'
import type { Task } from '../../contract/tasks.ts'
import type { ExportedKind, Write } from '../../contract/writes.ts'
import { type Params, value } from '../params.ts'
import { count, number } from './common.ts'

const counted: Record<Task['kind'], (value: number) => string> = {
  pull: (value) => count(value, 'linha', 'linhas'),
  cruzar: (value) => count(value, 'chave', 'chaves'),
  check: (value) => count(value, 'chave', 'chaves'),
  entries: (value) => count(value, 'resposta', 'respostas'),
  delete_entries: (value) => count(value, 'resposta', 'respostas'),
  conversations: (value) => count(value, 'conversa', 'conversas'),
  documentation: (value) => count(value, 'artigo', 'artigos'),
  forget: (value) => count(value, 'lead copiado', 'leads copiados'),
}

export const tasks = {
  title: 'Tarefas',
  /** The pill in the top bar, with what is left of the longest. */
  underWay: (tasks: number) => count(tasks, 'tarefa', 'tarefas'),
  ended: (tasks: number) => (tasks === 1 ? '1 tarefa terminada' : `${number(tasks)} tarefas terminadas`),
  failed: (tasks: number) => (tasks === 1 ? '1 falhou' : `${number(tasks)} falharam`),
  cancelled: (tasks: number) => (tasks === 1 ? '1 cancelada' : `${number(tasks)} canceladas`),
  percent: (share: number) => `${number(Math.floor(share * 100))}%`,
  left: (duration: string) => `faltam ~${duration}`,
  rate: (rate: number) => `${number(Math.round(rate))}/s`,
  done: (kind: Task['kind'], done: number) => counted[kind](done),
  doneOf: (kind: Task['kind'], done: number, total: number) => `${number(done)} de ${counted[kind](total)}`,
  kinds: {
    pull: 'Planilha',
    cruzar: 'Cruzamento',
    check: 'Conferência',
    entries: 'Respostas',
    delete_entries: 'Exclusão',
    conversations: 'Conversas',
    documentation: 'Ajuda',
    forget: 'Esquecer planilha',
  } satisfies Record<Task['kind'], string> as Record<Task['kind'], string>,
  states: {
    running: 'em andamento',
    waiting: 'esperando',
    done: 'concluída',
    failed: 'parou com erro',
    cancelled: 'cancelada',
  } satisfies Record<Task['state'], string> as Record<Task['state'], string>,
  waiting: {
    rate_limited: (until: string) => `O serviço pediu para esperar; continua às ${until}.`,
    budget: (until: string) => `O Cruza espera para ficar no limite de consultas da conta; continua às ${until}.`,
    offline: (until: string) => `Sem internet; tenta de novo às ${until}.`,
    service_failed: (until: string) => `O serviço está com problemas; tenta de novo às ${until}.`,
    second_thoughts: (until: string) => `Só é enviado ao serviço às ${until}; até lá pode ser desfeito.`,
  },
  waitingNow: {
    rate_limited: 'O serviço pediu para esperar; continua sozinho.',
    budget: 'O Cruza espera para ficar no limite de consultas da conta; continua sozinho.',
    offline: 'Sem internet; continua quando a rede voltar.',
    service_failed: 'O serviço está com problemas; tenta de novo em instantes.',
    second_thoughts: 'Ainda pode ser desfeito.',
  },
  progress: (name: string) => `Progresso de ${name}`,
  cancelNamed: (name: string) => `Cancelar ${name}`,
  dismiss: 'Dispensar',
  dismissEnded: 'Dispensar todas',
  dismissNamed: (name: string) => `Dispensar ${name}`,
  notices: {
    /** A quick refresh reads fewer rows than the sheet has. */
    pull: (name: string, rows: number) =>
      `A planilha “${name}” está pronta: ${count(rows, 'linha lida', 'linhas lidas')}.`,
    cruzar: (name: string, keys: number) => `A lista “${name}” foi cruzada: ${count(keys, 'chave', 'chaves')}.`,
    check: (name: string, keys: number) =>
      `A lista “${name}” foi conferida com o serviço: ${count(keys, 'chave', 'chaves')}.`,
    entries: (name: string, entries: number) =>
      `As respostas de “${name}” estão atualizadas: ${count(entries, 'resposta', 'respostas')}.`,
    delete_entries: (name: string, entries: number) =>
      entries === 1
        ? `1 resposta de “${name}” foi excluída no serviço.`
        : `${number(entries)} respostas de “${name}” foram excluídas no serviço.`,
    conversations: (name: string, conversations: number) =>
      `“${name}” está pronto: ${count(conversations, 'conversa', 'conversas')}.`,
    documentation: (name: string, articles: number) =>
      `A ajuda de “${name}” pode ser lida sem internet: ${count(articles, 'artigo', 'artigos')}.`,
    forget: (name: string, leads: number) =>
      `A planilha “${name}” foi esquecida. ${leads === 1 ? '1 lead dela foi copiado' : `${number(leads)} leads dela foram copiados`} para os cruzamentos.`,
    notForgotten: (name: string) => `A planilha “${name}” não foi esquecida.`,
    failed: (name: string) => `“${name}” parou antes do fim. O que já foi lido está guardado.`,
  },
}

/** What was sent to a service, and its outcome. */
export const activity = {
  title: 'Atividade',
  facts: 'O que foi enviado a partir deste computador nos últimos 30 dias, de todas as contas',
  text: 'Nada daqui é enviado de novo por conta própria. O que ficou sem confirmação pode ser verificado: o Cruza só lê. Uma lista esquecida sai daqui.',
  empty: 'Nenhum envio ainda',
  emptyText: 'Mensagens, mudanças e listas que você enviar aos serviços aparecem aqui.',
  /** Of a list. */
  crossed: 'Cruzar lista',
  keys: (value: number) => count(value, 'telefone ou e-mail consultado', 'telefones e e-mails consultados'),
  list: 'Envios, do mais novo ao mais antigo',
  /** `target` is method and path. */
  call: (words: string, target: string) => `${words} (${target})`,
  confirmedByHand: 'Vi no serviço: foi feito',
  notDoneByHand: 'Vi no serviço: não foi feito',
  more: (action: string, target: string) => `Mais ações: ${action} ${target}`,
  unknown: (value: number) => (value === 1 ? '1 sem confirmação' : `${value} sem confirmação`),
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
  parts: { label: 'Partes da atividade', sent: 'Envios', exports: 'Exportações' },
  exports: {
    facts: 'O que saiu em arquivos, de todas as contas deste computador',
    text: 'As últimas 5.000 exportações, também as da linha de comando. Pessoas são contatos diferentes, onde cada linha diz o número do seu.',
    empty: 'Nenhuma exportação ainda',
    emptyText:
      'Planilhas, listas cruzadas, respostas, conversas e relatórios que você exportar aparecem aqui: o quê, quando e quantas pessoas.',
    list: 'Exportações, da mais nova à mais antiga',
    columns: { what: 'O que saiu', account: 'Conta', rows: 'Linhas', people: 'Pessoas', at: 'Quando' },
    kinds: {
      sheet: 'Planilha',
      run: 'Lista cruzada',
      entries: 'Respostas',
      newest_entries: 'Respostas mais recentes',
      conversations: 'Conversas',
      dataset: 'Conjunto de dados',
      difference: 'O que mudou',
      duplicates: 'Duplicados na base',
      list: 'Lista',
      report: 'Relatório',
      summary: 'Resumo',
      picture: 'Figura',
      answer: 'Resposta do console',
      package: 'Pacote de revisões',
      server_csv: 'CSV do serviço',
    } satisfies Record<ExportedKind, string> as Record<ExportedKind, string>,
  },
  check: 'Verificar',
  checkNamed: (action: string, target: string) => `Verificar: ${action} ${target}`,
  checked: {
    confirmed: (target: string) => `Confirmado: o serviço fez o que foi pedido em “${target}”.`,
    not_done: (target: string) => `O pedido sobre “${target}” não chegou a ser feito. Pode ser feito de novo.`,
    unknown: (target: string) => `O que o serviço mostra não diz o que aconteceu com “${target}”. Confira por lá.`,
    failed: (target: string) => `O serviço recusou o pedido sobre “${target}”.`,
    sending: (target: string) => `O pedido sobre “${target}” ainda está sendo enviado.`,
  } satisfies Record<Write['state'], (target: string) => string> as Record<Write['state'], (target: string) => string>,
}

type Trouble = Exclude<ServiceHealth['state'], 'answers'>

/** What the last answers of the services say. `since` is a time such as 05:23, with its day where that is another. */
export const health = {
  title: 'Situação dos serviços',
  states: {
    answers: () => 'online',
    unknown: () => 'ainda sem consultas',
    offline: () => 'sem internet',
    trouble: (services: number) => `${services} contas com problemas`,
  } satisfies Record<string, (services: number) => string>,
  trouble: {
    offline: (name: string, since: string) => `${name}: sem internet desde ${since}`,
    silent: (name: string, since: string) => `${name} não responde desde ${since}`,
    failing: (name: string, since: string) => `${name} está com problemas desde ${since}`,
    refused: (name: string, since: string) => `${name} recusa a chave de acesso desde ${since}`,
  } satisfies Record<Trouble, (name: string, since: string) => string> as Record<
    Trouble,
    (name: string, since: string) => string
  >,
  /** What stands before the service and fails in its place. */
  before: {
    header_dropped: (name: string, since: string) => `${name} não recebe a chave de acesso desde ${since}`,
    shield_page: (name: string, since: string) => `${name}: uma proteção barra o Cruza desde ${since}`,
  },
  each: {
    answers: (at: string) => `última resposta: ${at}`,
    offline: (since: string) => `sem internet desde ${since}`,
    silent: (since: string) => `não responde desde ${since}`,
    failing: (since: string) => `com problemas desde ${since}`,
    refused: (since: string) => `recusa a chave de acesso desde ${since}`,
  } satisfies Record<ServiceHealth['state'], (since: string) => string> as Record<
    ServiceHealth['state'],
    (since: string) => string
  >,
  /** In place of a name that already stands there. */
  service: 'O serviço',
  notAsked: 'ainda não consultada desde que o Cruza abriu',
  offlineHint: 'Este computador está sem internet. O que está guardado continua disponível.',
  tryNow: 'tentar agora',
  trying: 'tentando…',
  ask: 'Consultar',
  tryNamed: (name: string) => `Consultar ${name} agora`,
  replace: 'trocar a chave',
}

/** What a report or file came as. */
const kinds: Readonly<Record<string, string>> = {
  json_list: 'JSON (uma lista)',
  json_object: 'JSON (um objeto)',
  csv: 'CSV',
  xlsx: 'planilha do Excel',
  html: 'uma página, e não dados',
  empty: 'vazio',
  text: 'texto',
}
const delimiters: Readonly<Record<string, string>> = {
  semicolon: 'ponto e vírgula',
  comma: 'vírgula',
  tab: 'tabulação',
  pipe: 'barra vertical',
  none: 'nenhum separador',
}
const phones: Readonly<Record<string, string>> = {
  apostrophe: 'telefones com apóstrofo na frente',
  formula: 'telefones como ="…"',
  plain: 'telefones sem proteção',
  unseen: 'nenhum telefone nas linhas vistas',
}
const named = (words: Readonly<Record<string, string>>, params: Params, name: string) =>
  words[String(params[name])] ?? value(params, name)

function csvSentence(params: Params): string {
  const mark = params.bom === 'yes' ? 'com marca de início (BOM)' : 'sem marca de início (BOM)'
  const encoding = params.encoding === 'utf-8' ? 'UTF-8' : 'Windows-1252'
  return `${encoding} ${mark}, separado por ${named(delimiters, params, 'delimiter')}, ${named(phones, params, 'phones')}.`
}

const findings = {
  waiting: () => 'Aguardando.',
  not_asked: () => 'Não perguntado, porque a chave não foi aceita ou o serviço não respondeu.',
  failed: (params: Params) =>
    params.status === undefined ? 'A pergunta falhou.' : `O serviço recusou (resposta ${value(params, 'status')}).`,
  documentation_open: () => 'A documentação responde sem chave.',
  documentation_other: () => 'O endereço responde, mas não com a documentação.',
  token_accepted: () => 'A chave foi aceita.',
  clock_ok: () => 'O relógio deste computador e o do serviço conferem.',
  clock_skewed: (params: Params) => {
    const minutes = Number(params.minutes ?? 0)
    const way = minutes > 0 ? 'adiantado' : 'atrasado'
    return `O relógio deste computador está ${count(Math.abs(minutes), 'minuto', 'minutos')} ${way}.`
  },
  clock_unknown: () => 'O serviço não informou a hora.',
  filter_meta_payload: () => 'Contagem e conversas lado a lado: meta e payload.',
  filter_data_meta_payload: () => 'Contagem e conversas dentro de data.',
  filter_payload: () => 'Só as conversas, sem contagem.',
  filter_list: () => 'Uma lista direta, sem contagem.',
  filter_other: () => 'Uma forma que o Cruza ainda não conhece: as conversas podem não aparecer.',
  administrator: () => 'A chave é de um administrador: exporta leads e cruza listas.',
  period_zone: (params: Params) =>
    `Os dias dos filtros de leads são contados no fuso ${params.zone === 'Z' ? 'UTC' : `UTC${value(params, 'zone')}`}.`,
  period_zone_unknown: () => 'O serviço não diz em que fuso conta os dias.',
  conversation_display: () => 'O conversa_id do lead é o número da conversa: dá para ir de um ao outro.',
  conversation_other: () =>
    'O conversa_id do lead é outro número: a conversa com esse número é de outro contato. Não use um pelo outro.',
  conversation_not_found: () => 'Nenhuma conversa tem o número do conversa_id do lead: deve ser um número interno.',
  conversation_unsure: () => 'A resposta não diz de quem é a conversa; não dá para conferir.',
  no_lead: () => 'Não há lead com conversa no último ano para conferir.',
  csv: csvSentence,
  csv_other: (params: Params) => `No lugar do arquivo veio: ${named(kinds, params, 'kind')}.`,
  report: (params: Params) => `Responde em ${named(kinds, params, 'kind')}.`,
}

export const diagnostics = {
  title: 'Diagnóstico',
  export: 'Exportar JSON',
  exported: (name: string) => `Salvo em ${name}`,
  checkedAt: (moment: string) => `perguntado ${moment}`,
  onBeta: 'servidor beta',
  empty: 'Nada foi perguntado a este serviço ainda',
  emptyText:
    'Cada instalação decide alguns detalhes à sua maneira. O Cruza faz 13 perguntas, só de leitura, e guarda as respostas aqui.',
  intro: 'O que esta instalação faz onde a documentação não diz. Só leitura; nenhum dado de cliente é guardado.',
  running: (done: number, of: number) => `Perguntando: ${done} de ${of}`,
  columns: { question: 'Pergunta' },
  states: {
    waiting: 'aguardando',
    running: 'perguntando',
    known: 'respondida',
    unknown: 'sem resposta',
    failed: 'falhou',
  } satisfies Record<Probe['state'], string> as Record<Probe['state'], string>,
  steps: {
    documentation: 'A documentação está aberta?',
    token: 'A chave vale?',
    clock: 'Os relógios conferem?',
    filter_shape: 'Que forma tem o filtro de conversas?',
    administrator: 'A chave é de um administrador?',
    period_zone: 'Em que fuso os dias são contados?',
    conversation_number: 'O conversa_id do lead é o número da conversa?',
    lead_csv: 'Como é o arquivo CSV do serviço?',
    report_agents: 'Relatório de agentes',
    report_summary: 'Relatório da conta',
    report_inboxes: 'Relatório de caixas',
    report_teams: 'Relatório de equipes',
    report_labels: 'Relatório de etiquetas',
  } satisfies Record<ProbeStep, string> as Record<ProbeStep, string>,
  findings: findings as Readonly<Record<string, (params: Params) => string>>,
}
