import type { DamageKind } from '../../values/key-problems.ts'
import { count, number } from './common.ts'

const contacts = (value: number) => count(value, 'cadastro', 'cadastros')

/** Numbers that lost a part: before a run, in it, and who may be meant. */
export const damaged = {
  /** Of the rows that are `invalida`. */
  ofInvalid: (value: number) => (value === 1 ? 'sendo 1 danificada' : `sendo ${number(value)} danificadas`),
  rows: (value: number) =>
    value === 1 ? '1 inválida com o número danificado' : `${number(value)} inválidas com o número danificado`,
  cells: (value: number) =>
    value === 1 ? '1 célula tem o número danificado' : `${number(value)} células têm o número danificado`,
  kinds: {
    damaged_by_excel: (value) => count(value, 'abreviado pelo Excel', 'abreviados pelo Excel'),
    rounded: (value) => count(value, 'arredondado pelo Excel', 'arredondados pelo Excel'),
    no_area_code: (value) => `${number(value)} sem DDD`,
    lost_start: (value) => `${number(value)} talvez sem o primeiro dígito`,
    lost_plus: (value) => `${number(value)} talvez de outro país, sem o +`,
  } satisfies Kinds as Kinds,
  /** What to do, behind how many there are. */
  advice: {
    damaged_by_excel:
      'os dígitos que faltam não estão mais no arquivo. No Excel, formate a coluna como texto e exporte a lista de novo.',
    rounded:
      'no lugar dos últimos dígitos há zeros. No Excel, formate a coluna como texto, com um telefone por célula, e exporte a lista de novo.',
    no_area_code: 'escolha um em “DDD de quem não tem”.',
    lost_start: 'confira na lista de origem.',
    lost_plus: 'escreva o + na frente.',
  } satisfies Record<DamageKind, string> as Record<DamageKind, string>,
  show: 'Ver só essas',
  showAll: 'Ver todas as linhas',
  export: 'Exportar danificadas',
  /** Null while they are counted. */
  exportOnly: (value: number | null) => {
    if (!value) return 'Só as linhas com o número danificado'
    return value === 1 ? 'Só a que tem o número danificado' : `Só as ${number(value)} com o número danificado`
  },
  /** The name that is proposed for the file, without an extension. */
  fileName: (name: string) => `${name} - número danificado`,
  likely: {
    title: 'Cadastros prováveis',
    written: (text: string) => `Na lista: ${text}`,
    known: {
      between: (from: string, to: string) => `O número fica entre ${from} e ${to}.`,
      begins: (digits: string) => `O número começa com ${digits}.`,
      ends: (digits: string) => `O número termina com ${digits}.`,
      same: (digits: string) => `Se for de outro país, o número é +${digits}.`,
      joined: (phone: string) => `A célula juntou dois números; o primeiro é ${phone}.`,
    },
    count: (value: number) =>
      value === 0 ? 'Nenhum cadastro tem um número assim.' : `${contacts(value)} com um número assim.`,
    vague: (value: number) => `O que restou do número serve a ${contacts(value)}: não diz de quem é.`,
    named: 'Destes, têm também o nome da linha:',
    sheets: (names: string) => `Procurado em ${names}.`,
    sheet: (name: string, moment: string) => `“${name}” (lida ${moment})`,
    sheetNeverWhole: (name: string) => `“${name}” (não lida até o fim)`,
    noSheets: 'Para ver cadastros prováveis é preciso uma planilha guardada desta conexão.',
    sheetsGone: 'As planilhas que responderam não estão mais aqui.',
    offered: 'Não contam no resultado: confira antes de usar.',
    hasName: 'o nome também está na linha',
    otherNinth: 'com ou sem o nono dígito',
    copy: (name: string) => `Copiar o telefone de ${name}`,
  },
}

type Kinds = Readonly<Record<DamageKind, (value: number) => string>>
