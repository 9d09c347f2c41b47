export const start = {
  building: 'Preparando o Cruza…',
  buildFailed: 'O Cruza não pôde ser preparado; o motivo está acima.',
  fetchingElectron: 'Baixando o Electron, uma vez só…',
  noElectron: 'O Electron não pôde ser obtido neste computador; o Cruza abre no navegador.',
  noDisplay: 'Não há tela gráfica nesta sessão; o Cruza abre no navegador.',
  electronFailed: 'O Electron não conseguiu abrir a janela; o Cruza abre no navegador.',
  usage: 'Uso: npm start -- [--host=electron|browser] [--port=N] [--data-dir=PASTA] [--no-open] [--demo]',
  portTaken: (port: number) => `A porta ${port} está em uso. Escolha outra com --port=N.`,
  addressUsed: 'Este endereço já foi usado ou não é seu. Inicie o Cruza de novo para receber outro.',
  openPage: 'Abrir o Cruza',
  alreadyOpen: 'O Cruza já está aberto com esta pasta de dados; a janela dele veio para a frente.',
  oldNode:
    'O Cruza precisa do Node 24 ou mais novo, e este é o {version}. Instale o Node 24 de https://nodejs.org e repita os dois comandos.',
  packNotHere: (system: string) => `O Cruza não roda em ${system}; empacote-o no Linux, no Windows ou no macOS.`,
  packNeedsElectron:
    'Para empacotar é preciso o Electron, e ele não pôde ser obtido: confira a internet, ou indique em ELECTRON_OVERRIDE_DIST_PATH a pasta de um já baixado.',
}
