import type { tasks as portuguese } from '../pt-BR/tasks.ts'
import { count, number } from './common.ts'

export const tasks: typeof portuguese = {
  title: 'Tasks',
  none: 'No task now.',
  underWay: (tasks) => count(tasks, 'task', 'tasks'),
  ended: (tasks) => `${count(tasks, 'task', 'tasks')} ended`,
  percent: (share) => `${number(Math.floor(share * 100))}%`,
  left: (duration) => `~${duration} left`,
  rate: (rate) => `${number(Math.round(rate))}/s`,
  done: (kind, done) => (kind === 'pull' ? count(done, 'row', 'rows') : count(done, 'key', 'keys')),
  doneOf: (kind, done, total) =>
    `${number(done)} of ${kind === 'pull' ? count(total, 'row', 'rows') : count(total, 'key', 'keys')}`,
  kinds: { pull: 'Sheet', cruzar: 'Cross-check' },
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
  },
  waitingNow: {
    rate_limited: 'The service asked to wait; goes on by itself.',
    offline: 'No internet; goes on when the network is back.',
    service_failed: 'The service has problems; tries again in a moment.',
  },
  progress: (name) => `Progress of ${name}`,
  cancel: 'Cancel',
  cancelNamed: (name) => `Cancel ${name}`,
  show: 'Show',
  showNamed: (name) => `Show ${name}`,
  dismiss: 'Dismiss',
  dismissNamed: (name) => `Dismiss ${name}`,
  notices: {
    pull: (name, rows) => `The sheet “${name}” is ready: ${count(rows, 'row', 'rows')}.`,
    cruzar: (name, keys) => `The list “${name}” was cross-checked: ${count(keys, 'key', 'keys')}.`,
    failed: (name) => `“${name}” stopped before the end. What was read so far is kept.`,
  },
}
