export const start = {
  building: 'Preparando o Cruza…',
  fetchingElectron: 'Baixando o Electron…',
  noElectron: 'O Electron não pôde ser obtido neste computador; o Cruza abre no navegador.',
  noDisplay: 'Não há tela gráfica nesta sessão; o Cruza abre no navegador.',
  electronFailed: 'O Electron não conseguiu abrir a janela; o Cruza abre no navegador.',
  usage: 'npm start -- [--host=electron|browser] [--port=N] [--data-dir=PASTA] [--no-open] [--demo]',
  portTaken: (port: number) => `A porta ${port} está em uso. Escolha outra com --port=N.`,
}
