import type { ServiceHealth } from '../../contract/health.ts'

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
  connections: 'Trocar a chave',
  replace: 'trocar a chave',
}
