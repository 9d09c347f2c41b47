export const app = {
  skipToContent: 'Ir para o conteúdo',
  navigation: {
    label: 'Navegação',
    sheets: 'Planilhas',
    cruzar: 'Cruzar',
    connections: 'Conexões',
    settings: 'Ajustes',
  },
}
