import type { health as ptBR } from '../pt-BR/health.ts'

export const health: typeof ptBR = {
  title: 'State of the services',
  states: {
    answers: () => 'online',
    unknown: () => 'nothing asked yet',
    offline: () => 'no internet',
    trouble: (services) => `${services} accounts in trouble`,
  },
  trouble: {
    offline: (name, since) => `${name}: no internet since ${since}`,
    silent: (name, since) => `${name} has not answered since ${since}`,
    failing: (name, since) => `${name} has been in trouble since ${since}`,
    refused: (name, since) => `${name} has refused the access key since ${since}`,
  },
  each: {
    answers: (at) => `last answer: ${at}`,
    offline: (since) => `no internet since ${since}`,
    silent: (since) => `has not answered since ${since}`,
    failing: (since) => `in trouble since ${since}`,
    refused: (since) => `has refused the access key since ${since}`,
  },
  service: 'The service',
  notAsked: 'not asked since Cruza was opened',
  offlineHint: 'This computer has no internet. What is stored here stays available.',
  tryNow: 'try now',
  trying: 'trying…',
  ask: 'Ask now',
  tryNamed: (name) => `Ask ${name} now`,
  connections: 'Replace the key',
  replace: 'replace the key',
}
