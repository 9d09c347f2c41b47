import type { Probe, ProbeStep } from '../../contract/diagnostics.ts'
import { type Params, value } from '../params.ts'
import { count } from './common.ts'

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
  run: 'Perguntar ao serviço',
  again: 'Perguntar de novo',
  stop: 'Parar',
  export: 'Exportar JSON',
  exported: (name: string) => `Salvo em ${name}`,
  checkedAt: (moment: string) => `perguntado ${moment}`,
  onBeta: 'servidor beta',
  empty: 'Nada foi perguntado a este serviço ainda',
  emptyText:
    'Cada instalação decide alguns detalhes à sua maneira. O Cruza faz 13 perguntas, só de leitura, e guarda as respostas aqui.',
  intro: 'O que esta instalação faz onde a documentação não diz. Só leitura; nenhum dado de cliente é guardado.',
  running: (done: number, of: number) => `Perguntando: ${done} de ${of}`,
  columns: { question: 'Pergunta', answer: 'Resposta', state: 'Estado' },
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
