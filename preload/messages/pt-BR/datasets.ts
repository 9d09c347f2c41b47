import type { Dataset } from '../../contract/datasets.ts'
import { count } from './common.ts'

type JoinBy = NonNullable<Dataset['join']>['by']

export const datasets = {
  title: 'Dados guardados',
  list: 'Dados guardados desta conta',
  count: (sets: number) => count(sets, 'conjunto de dados', 'conjuntos de dados'),
  empty: 'Nenhum conjunto de dados ainda',
  emptyText:
    'Qualquer lista de uma resposta do console, ou um relatório, pode ser guardada aqui e aberta como planilha.',
  columns: { name: 'Nome', origin: 'Origem', rows: 'Linhas', size: 'Tamanho', read: 'Lido', actions: 'Ações' },
  origins: { console: 'console', report: 'relatório' } satisfies Record<Dataset['origin'], string> as Record<
    Dataset['origin'],
    string
  >,
  /** Values of any column that are yes or no. */
  booleans: { true: 'sim', false: 'não' } as Readonly<Record<string, string>>,
  readAt: (moment: string) => `lido ${moment}`,
  gone: 'Estes dados não estão mais aqui',
  goneText: 'Podem ter sido esquecidos em outra janela.',
  backToList: 'Ver os dados guardados',
  search: 'Buscar em todas as colunas…',
  noRows: 'A lista veio vazia',
  noRowsText: 'A resposta que foi guardada não tinha nenhum item.',
  actions: {
    open: 'Abrir',
    export: 'Exportar',
    join: 'Juntar com leads',
    changeJoin: 'Mudar a junção',
    rename: 'Renomear',
    forget: 'Esquecer…',
    more: (name: string) => `Mais ações de ${name}`,
  },
  joining: 'juntando com os leads…',
  joined: (column: string, by: JoinBy) => `junto com os leads por ${column} (${joinWords[by]})`,
  join: {
    title: 'Juntar com leads',
    text: 'Ao lado de cada linha entram as colunas do lead da mesma pessoa, das planilhas guardadas neste computador, como estavam quando foram lidas.',
    column: 'Coluna com a pessoa',
    by: 'Essa coluna tem',
    ways: {
      contato_id: 'o número do contato (contato_id), das planilhas desta conta',
      telefone: 'o telefone, com ou sem o nono dígito',
      email: 'o e-mail',
    } satisfies Record<JoinBy, string> as Record<JoinBy, string>,
    confirm: 'Juntar',
    remove: 'Desfazer a junção',
  },
  rename: { title: 'Renomear', name: 'Nome', confirm: 'Salvar' },
  forget: {
    title: (name: string) => `Esquecer ${name}?`,
    loses: (rows: number) => `${count(rows, 'linha guardada', 'linhas guardadas')} neste computador.`,
    losesArrangement: 'A arrumação das colunas, os filtros e a junção.',
    keeps: 'Nada muda no serviço.',
    confirm: 'Esquecer',
  },
}

const joinWords: Readonly<Record<JoinBy, string>> = {
  contato_id: 'número do contato',
  telefone: 'telefone',
  email: 'e-mail',
}
