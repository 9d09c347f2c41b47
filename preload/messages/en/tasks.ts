import type { Task } from '../../contract/tasks.ts'
import type { tasks as portuguese } from '../pt-BR/tasks.ts'
import { count, number } from './common.ts'

const counted: Record<Task['kind'], (value: number) => string> = {
  pull: (value) => count(value, 'row', 'rows'),
  cruzar: (value) => count(value, 'key', 'keys'),
  entries: (value) => count(value, 'entry', 'entries'),
  delete_entries: (value) => count(value, 'entry', 'entries'),
  conversations: (value) => count(value, 'conversation', 'conversations'),
  documentation: (value) => count(value, 'article', 'articles'),
}

export const tasks: typeof portuguese = {
  title: 'Tasks',
  none: 'No task now.',
  underWay: (tasks) => count(tasks, 'task', 'tasks'),
  ended: (tasks) => `${count(tasks, 'task', 'tasks')} ended`,
  failed: (tasks) => `${number(tasks)} failed`,
  cancelled: (tasks) => `${number(tasks)} cancelled`,
  percent: (share) => `${number(Math.floor(share * 100))}%`,
  left: (duration) => `~${duration} left`,
  rate: (rate) => `${number(Math.round(rate))}/s`,
  done: (kind, done) => counted[kind](done),
  doneOf: (kind, done, total) => `${number(done)} of ${counted[kind](total)}`,
  kinds: {
    pull: 'Sheet',
    cruzar: 'Cross-check',
    entries: 'Entries',
    delete_entries: 'Deletion',
    conversations: 'Conversations',
    documentation: 'Help',
  },
  states: {
    running: 'running',
    waiting: 'waiting',
    done: 'done',
    failed: 'stopped by an error',
    cancelled: 'cancelled',
  },
  waiting: {
    rate_limited: (until) => `The service asked to wait; goes on at ${until}.`,
    offline: (until) => `No internet; tries again at ${until}.`,
    service_failed: (until) => `The service has problems; tries again at ${until}.`,
    second_thoughts: (until) => `Sent to the service only at ${until}; it can be undone until then.`,
  },
  waitingNow: {
    rate_limited: 'The service asked to wait; goes on by itself.',
    offline: 'No internet; goes on when the network is back.',
    service_failed: 'The service has problems; tries again in a moment.',
    second_thoughts: 'It can still be undone.',
  },
  progress: (name) => `Progress of ${name}`,
  cancel: 'Cancel',
  cancelNamed: (name) => `Cancel ${name}`,
  show: 'Show',
  showNamed: (name) => `Show ${name}`,
  dismiss: 'Dismiss',
  dismissEnded: 'Dismiss all',
  dismissNamed: (name) => `Dismiss ${name}`,
  notices: {
    pull: (name, rows) => `The sheet “${name}” is ready: ${count(rows, 'row read', 'rows read')}.`,
    cruzar: (name, keys) => `The list “${name}” was cross-checked: ${count(keys, 'key', 'keys')}.`,
    entries: (name, entries) => `The entries of “${name}” are up to date: ${count(entries, 'entry', 'entries')}.`,
    delete_entries: (name, entries) => `${count(entries, 'entry', 'entries')} of “${name}” deleted on the service.`,
    conversations: (name, conversations) =>
      `“${name}” is ready: ${count(conversations, 'conversation', 'conversations')}.`,
    documentation: (name, articles) =>
      `The help of “${name}” can be read offline: ${count(articles, 'article', 'articles')}.`,
    failed: (name) => `“${name}” stopped before the end. What was read so far is kept.`,
  },
}
