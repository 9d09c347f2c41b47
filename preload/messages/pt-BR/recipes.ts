import { count, number } from './common.ts'

/** Recipes of lists: "modelos de lista". */
export const recipes = {
  title: 'Modelos de lista',
  menu: 'Modelos',
  actionsOf: (name: string) => `Ações de ${name}`,
  applied: (name: string) => `Modelo “${name}” aplicado.`,
  /** Above the buttons of recipes that fit. */
  offered: 'Há modelo para listas como esta:',
  apply: (name: string) => `Aplicar “${name}”`,
  applyHint: 'para listas como esta',
  missing: (headings: readonly string[]) =>
    headings.length === 0 ? 'é de listas com outras colunas' : `faltam na lista: ${headings.join(', ')}`,
  /** An answerer of the recipe that is not here any more. */
  connectionGone: 'A conexão que respondia neste modelo não está mais aqui: confira quem responde.',
  saved: (name: string) => `Modelo “${name}” salvo.`,
  save: {
    more: 'Salvar como modelo…',
    title: 'Salvar como modelo de lista',
    name: 'Nome do modelo',
    confirm: 'Salvar modelo',
    hint: 'Guarda como esta lista é lida e cruzada, pelos nomes das colunas; nenhuma célula. É oferecido quando chegar outra lista com as mesmas colunas. Um modelo com o mesmo nome é substituído.',
    answerer: (name: string) => `Guardar também quem responde: ${name}`,
    withoutAnswerer: 'Sem quem responde, as caixas de entrada e os agentes do filtro não são guardados.',
    export: 'Exportação padrão',
    columns: (shown: number, hidden: number) =>
      hidden === 0
        ? `As ${count(shown, 'coluna', 'colunas')} da tabela, nesta ordem.`
        : `As ${count(shown, 'coluna', 'colunas')} que a tabela mostra, nesta ordem; ${count(hidden, 'oculta fica', 'ocultas ficam')} de fora.`,
  },
  columns: {
    reads: 'O que lê',
    answerer: 'Quem responde',
    export: 'Exporta',
  },
  key: { phone: (heading: string) => `telefone: ${heading}`, email: (heading: string) => `e-mail: ${heading}` },
  area: (heading: string) => `DDD: ${heading}`,
  areaCode: (code: string) => `DDD ${code}`,
  sheet: (name: string) => `aba ${name}`,
  allSheets: 'todas as abas com telefones ou e-mails',
  visibleOnly: 'sem linhas ocultas',
  unnamed: (place: number) => `coluna ${number(place)}`,
  anyAnswerer: 'quem estiver em uso',
  goneAnswerer: 'não está mais aqui',
  noExport: 'como a tabela mostra',
  everyRow: 'todas as linhas',
  exportColumns: (value: number) => count(value, 'coluna', 'colunas'),
  rename: { title: 'Renomear modelo', name: 'Nome', confirm: 'Renomear' },
  forget: {
    title: (name: string) => `Esquecer o modelo “${name}”?`,
    lost: 'como listas destas colunas são lidas, cruzadas e exportadas',
    kept: 'As listas e os cruzamentos feitos com ele continuam onde estão.',
    confirm: 'Esquecer modelo',
  },
  /** In the export of a run that was made by a recipe. */
  export: {
    columns: 'Quais colunas',
    ofRecipe: (name: string, shown: number) => `As do modelo “${name}” (${number(shown)})`,
    ofTable: (shown: number) => `As que a tabela mostra (${number(shown)})`,
    keep: (name: string) => `Guardar estas escolhas no modelo “${name}”`,
  },
}
