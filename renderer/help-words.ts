import type { GuideSection } from '../preload/messages/guide-sections.ts'
import type { Place } from './navigation.ts'

/**
 * What the platform's documentation is asked for beside each screen, the most fitting words first. They are Portuguese in
 * both languages, as the documentation is (agent-platform.md, "Documentation-reading API").
 */
const words: Readonly<Record<Place['screen'], readonly string[]>> = {
  sheets: ['exportar leads', 'leads', 'exportar'],
  sheet: ['exportar leads', 'leads', 'exportar'],
  cruzar: ['cruzar lista', 'cruzar', 'telefones'],
  run: ['cruzar lista', 'cruzar', 'telefones'],
  conversations: ['filtrar conversas', 'filtro', 'conversas'],
  'conversation-set': ['filtrar conversas', 'status conversa', 'conversas'],
  contacts: ['buscar contatos', 'contatos', 'contato'],
  contact: ['contato', 'contatos', 'conversas'],
  reports: ['relatórios', 'relatório', 'métricas'],
  captain: ['criar assistente', 'assistente', 'inteligência artificial'],
  forms: ['formulários', 'formulário', 'captação'],
  form: ['formulário', 'formulários', 'captação'],
  entries: ['formulários', 'respostas formulário', 'captação'],
  packages: ['formulários', 'formulário', 'captação'],
  webhooks: ['webhooks', 'webhook', 'integração'],
  account: ['conta', 'plano', 'limites'],
  console: ['api', 'integração', 'token de acesso'],
  dataset: ['api', 'integração', 'token de acesso'],
  documentation: ['primeiros passos', 'token de acesso'],
  activity: ['enviar mensagem', 'mensagens', 'conversas'],
  connections: ['token de acesso', 'token'],
  diagnostics: ['permissões', 'token de acesso'],
  settings: ['perfil', 'configurações', 'token de acesso'],
}

export function helpWords({ screen }: Place): readonly string[] {
  return words[screen]
}

/** What the help on Cruza opens at; the first section where none is about the screen. */
const sections: Readonly<Partial<Record<Place['screen'], GuideSection>>> = {
  sheets: 'complete',
  sheet: 'complete',
  contacts: 'ninth',
  contact: 'ninth',
  conversations: 'offline',
  'conversation-set': 'offline',
  dataset: 'offline',
  activity: 'offline',
  connections: 'data',
  settings: 'data',
  form: 'removal',
  entries: 'removal',
  packages: 'removal',
}

export function guideSection({ screen }: Place): GuideSection {
  return sections[screen] ?? 'outcomes'
}
