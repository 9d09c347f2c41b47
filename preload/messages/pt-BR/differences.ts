import type { DifferenceKind } from '../../values/sheet-differences.ts'
import { count, number } from './common.ts'

const records = (value: number) => count(value, 'registro', 'registros')

export const differences = {
  title: 'O que mudou',
  table: 'Registros que mudaram',
  columns: {
    mudanca: 'Mudança',
    campos_mudados: 'Campos mudados',
    etiquetas_ganhas: 'Etiquetas ganhas',
    etiquetas_perdidas: 'Etiquetas perdidas',
  },
  /** The heading of a field's value in the earlier reading. */
  former: (heading: string) => `${heading} (antes)`,
  extra: 'outros dados',
  kinds: {
    nova: 'novo',
    saiu: 'saiu do filtro ou da base',
    saiu_do_filtro: 'saiu do filtro',
    saiu_da_base: 'saiu da base',
    so_no_primeiro: 'só na primeira planilha',
    so_no_segundo: 'só na segunda planilha',
    nova_conversa: 'nova conversa',
    perdeu_conversa: 'ficou sem conversa',
    resolvida: 'resolvida',
    reaberta: 'reaberta',
    outro_status: 'outra situação',
    outro_agente: 'outro agente',
    outra_caixa: 'outra caixa',
    etiqueta_ganha: 'ganhou etiqueta',
    etiqueta_perdida: 'perdeu etiqueta',
    respondeu: 'respondeu',
    nova_mensagem: 'nova mensagem',
    outro_dado: 'outro dado',
  } satisfies Record<DifferenceKind, string> as Record<DifferenceKind, string>,
  /** Of switches that show only these records. */
  counts: {
    nova: (value) => count(value, 'novo', 'novos'),
    saiu: (value) => count(value, 'saiu do filtro ou da base', 'saíram do filtro ou da base'),
    saiu_do_filtro: (value) => count(value, 'saiu do filtro', 'saíram do filtro'),
    saiu_da_base: (value) => count(value, 'saiu da base', 'saíram da base'),
    so_no_primeiro: (value) => `${number(value)} só na primeira planilha`,
    so_no_segundo: (value) => `${number(value)} só na segunda planilha`,
    nova_conversa: (value) => count(value, 'nova conversa', 'novas conversas'),
    perdeu_conversa: (value) => count(value, 'ficou sem conversa', 'ficaram sem conversa'),
    resolvida: (value) => count(value, 'resolvida', 'resolvidas'),
    reaberta: (value) => count(value, 'reaberta', 'reabertas'),
    outro_status: (value) => `${number(value)} com outra situação`,
    outro_agente: (value) => `${number(value)} com outro agente`,
    outra_caixa: (value) => `${number(value)} em outra caixa`,
    etiqueta_ganha: (value) => count(value, 'ganhou etiqueta', 'ganharam etiqueta'),
    etiqueta_perdida: (value) => count(value, 'perdeu etiqueta', 'perderam etiqueta'),
    respondeu: (value) => count(value, 'respondeu', 'responderam'),
    nova_mensagem: (value) => `${number(value)} com nova mensagem`,
    outro_dado: (value) => `${number(value)} com outro dado`,
  } satisfies Record<DifferenceKind, (value: number) => string> as Record<DifferenceKind, (value: number) => string>,
  filterLabel: 'O que mudou; escolha um para ver só os registros dele',
  /** Above a sheet, such as "Desde ontem 14:20: 214 novos · 31 saíram · 1.020 mudaram". */
  since: (moment: string, what: string) => `Desde ${moment}: ${what}`,
  new: (value: number) => count(value, 'novo', 'novos'),
  gone: (value: number) => count(value, 'saiu', 'saíram'),
  changed: (value: number) => count(value, 'mudou', 'mudaram'),
  nothing: 'nada mudou',
  open: 'Ver o que mudou',
  comparing: 'Comparando as leituras…',
  none: 'Nada mudou',
  noneText: 'Todos os registros são iguais nas duas leituras.',
  onlyOne: 'Ainda não há com o que comparar',
  onlyOneText: 'Esta é a única leitura guardada da planilha. Depois de atualizar, aqui aparece o que mudou.',
  lost: 'Esta leitura não está mais guardada',
  lostText: 'A planilha foi atualizada depois, e só as últimas leituras ficam.',
  compareLast: 'Comparar as últimas leituras',
  from: 'De',
  to: 'Até',
  /** A reading of the open sheet, and of another one. */
  reading: (moment: string, rows: string) => `${moment} · ${rows}`,
  readingOf: (name: string, moment: string) => `${name} · ${moment}`,
  neverEnded: 'leitura sem fim',
  quick: 'Uma atualização rápida não vê quem saiu. Para ver, atualize tudo.',
  /** A reading may lack records, so nothing is said of those that the other one alone has. */
  earlierPart: (value: number) =>
    value === 0
      ? 'A primeira leitura não veio inteira: pode faltar algum registro que mudou.'
      : `A primeira leitura não veio inteira. Ficam de fora ${records(value)} que ela não tem e que talvez não sejam novos.`,
  laterPart: (value: number) =>
    value === 0
      ? 'A última leitura não veio inteira: não dá para dizer quem saiu.'
      : `A última leitura não veio inteira. Ficam de fora ${records(value)} que ela não tem e que talvez não tenham saído.`,
  withoutKey: (value: number) => `${records(value)} sem número ${value === 1 ? 'fica' : 'ficam'} de fora.`,
  movements: 'Movimentos',
  movesLabel: 'De onde cada registro veio e onde está agora',
  fields: { status: 'Situação', agente: 'Agente', etiquetas: 'Etiquetas' },
  nobody: 'sem agente',
  noStatus: 'sem situação',
  move: (from: string, to: string) => `${from} → ${to}`,
  moveLabel: (from: string, to: string, value: number) => `De ${from} para ${to}: ${records(value)}`,
  /** Labels that records won and lost: beside a number, and said in full. */
  labelMoves: {
    won: {
      short: (label: string) => `+ ${label}`,
      long: (label: string, value: number) => `Ganharam a etiqueta ${label}: ${records(value)}`,
    },
    lost: {
      short: (label: string) => `− ${label}`,
      long: (label: string, value: number) => `Perderam a etiqueta ${label}: ${records(value)}`,
    },
  },
  fileName: (name: string) => `${name} - o que mudou`,
  keep: {
    title: 'Leituras guardadas',
    menu: 'Leituras guardadas…',
    text: 'A cada atualização, a leitura anterior fica guardada para comparar. As que um cruzamento mostra ficam sempre.',
    field: 'Guardar as últimas',
    option: (readings: number, size: string) => `${count(readings, 'leitura', 'leituras')} · ${size}`,
    standard: (readings: number) => `como nos Ajustes (${number(readings)})`,
    readings: (value: number) => count(value, 'leitura', 'leituras'),
    now: (readings: number, size: string) => `Agora: ${count(readings, 'leitura', 'leituras')}, ${size}.`,
    frees: (readings: number, size: string) =>
      readings === 1
        ? `1 leitura antiga sai deste computador, e ${size} ficam livres. Isso não se desfaz.`
        : `${number(readings)} leituras antigas saem deste computador, e ${size} ficam livres. Isso não se desfaz.`,
    save: 'Salvar',
    forget: 'Esquecer as antigas',
  },
}
