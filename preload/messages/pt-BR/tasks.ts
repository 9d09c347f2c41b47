import type { Task } from '../../contract/tasks.ts'
import { count, number } from './common.ts'

const counted: Record<Task['kind'], (value: number) => string> = {
  pull: (value) => count(value, 'linha', 'linhas'),
  cruzar: (value) => count(value, 'chave', 'chaves'),
  entries: (value) => count(value, 'resposta', 'respostas'),
  delete_entries: (value) => count(value, 'resposta', 'respostas'),
  conversations: (value) => count(value, 'conversa', 'conversas'),
  documentation: (value) => count(value, 'artigo', 'artigos'),
}

export const tasks = {
  title: 'Tarefas',
  none: 'Nenhuma tarefa agora.',
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
    entries: 'Respostas',
    delete_entries: 'Exclusão',
    conversations: 'Conversas',
    documentation: 'Ajuda',
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
    offline: (until: string) => `Sem internet; tenta de novo às ${until}.`,
    service_failed: (until: string) => `O serviço está com problemas; tenta de novo às ${until}.`,
    second_thoughts: (until: string) => `Só é enviado ao serviço às ${until}; até lá pode ser desfeito.`,
  },
  waitingNow: {
    rate_limited: 'O serviço pediu para esperar; continua sozinho.',
    offline: 'Sem internet; continua quando a rede voltar.',
    service_failed: 'O serviço está com problemas; tenta de novo em instantes.',
    second_thoughts: 'Ainda pode ser desfeito.',
  },
  progress: (name: string) => `Progresso de ${name}`,
  cancel: 'Cancelar',
  cancelNamed: (name: string) => `Cancelar ${name}`,
  show: 'Mostrar',
  showNamed: (name: string) => `Mostrar ${name}`,
  dismiss: 'Dispensar',
  dismissEnded: 'Dispensar todas',
  dismissNamed: (name: string) => `Dispensar ${name}`,
  notices: {
    /** A quick refresh reads fewer rows than the sheet has. */
    pull: (name: string, rows: number) =>
      `A planilha “${name}” está pronta: ${count(rows, 'linha lida', 'linhas lidas')}.`,
    cruzar: (name: string, keys: number) => `A lista “${name}” foi cruzada: ${count(keys, 'chave', 'chaves')}.`,
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
    failed: (name: string) => `“${name}” parou antes do fim. O que já foi lido está guardado.`,
  },
}
