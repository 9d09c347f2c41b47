import type { GuideSection, GuideText } from '../guide-sections.ts'
import { count } from './common.ts'

/** The platform's documentation, help beside a screen, and what leads outside. */
export const documentation = {
  title: 'Ajuda da plataforma',
  articles: (articles: number) => count(articles, 'artigo', 'artigos'),
  kept: (articles: number) =>
    articles === 1 ? '1 pode ser lido sem internet' : `${articles} podem ser lidos sem internet`,
  allKept: 'todos podem ser lidos sem internet',
  download: 'Baixar tudo',
  downloading: 'Baixando…',
  file: { index: 'Índice em um arquivo (llms.txt)', full: 'Tudo em um arquivo (llms-full.txt)' },
  fileTitle: { index: 'Índice (llms.txt)', full: 'Documentação inteira (llms-full.txt)' },
  contents: 'Artigos',
  findLabel: 'Buscar na ajuda',
  findPlaceholder: 'Buscar na ajuda…',
  found: (hits: number, term: string) => `${count(hits, 'resultado', 'resultados')} para “${term}”`,
  nothingFound: (term: string) => `Nada com “${term}”. Tente outra palavra, ou uma mais curta.`,
  foundHere: 'Só no que está guardado neste computador.',
  searchFailed: 'O serviço não respondeu à busca: só aparece o que está guardado neste computador.',
  category: 'Categoria',
  allCategories: 'Todas as categorias',
  readable: 'pode ser lido sem internet',
  unlisted: 'Não está mais na lista',
  unlistedHint: 'O serviço tirou estes artigos da lista; a última versão lida continua aqui.',
  choose: {
    title: 'Escolha um artigo',
    text: 'O que você abrir fica guardado neste computador e pode ser lido e encontrado sem internet.',
  },
  empty: {
    title: 'Nenhum artigo ainda',
    text: 'A documentação da plataforma é pública: a sua chave de acesso não é enviada para lê-la.',
  },
  notRead: {
    title: 'Este artigo ainda não foi lido',
    text: 'Ele aparece assim que o serviço responder, e depois fica guardado neste computador.',
  },
  updated: (date: string) => `atualizado em ${date}`,
  keptText: (moment: string) => `O texto na tela é o que foi lido ${moment}.`,
  keptIndex: (moment: string) => `A lista na tela é a que foi lida ${moment}.`,
  keptNothing: 'Nada foi lido ainda.',
  text: {
    image: (words: string) => `Imagem: ${words}`,
    imageAlone: 'Imagem',
    openImage: 'ver no navegador',
    done: 'feito',
    toDo: 'a fazer',
    plain: 'Este trecho é mostrado sem formatação, como veio.',
    opensArticle: (title: string) => `Abre o artigo “${title}”`,
    opensOutside: (address: string) => `Abre no seu navegador: ${address}`,
    footnotes: 'Notas',
  },
  help: {
    open: 'Ajuda desta tela',
    title: 'Ajuda',
    nothing: 'Nenhum artigo da plataforma fala desta tela.',
    others: 'Veja também',
    all: 'Abrir a ajuda inteira',
    whole: 'Ler na ajuda',
    noConnection: 'A ajuda vem da plataforma de atendimento. Conecte uma conta para lê-la.',
  },
}

/** The page of help on Cruza itself. Every sentence here is what the program does: change both together. */
export const guide = {
  parts: { label: 'Partes da ajuda', cruza: 'Cruza', platform: 'Plataforma' },
  contents: 'Nesta página',
  /** What each outcome means, below its word. */
  outcomes: {
    com_conversa: 'A base tem a pessoa, e ela tem conversa: já é ou já foi atendida.',
    sem_conversa: 'A base tem a pessoa, só como cadastro: não há conversa com ela.',
    ausente: 'A base não tem esta chave. Se quem respondeu foi uma planilha guardada: a planilha não tem.',
    invalida: 'A linha não tem telefone nem e-mail que sirva. O motivo está na coluna “Motivo”; nada foi perguntado.',
    sem_resposta:
      'Ainda não se sabe: o serviço não respondeu por esta linha. “Continuar” ou “Perguntar de novo” pergunta só pelo que falta.',
    ambigua:
      'Vários cadastros da base combinam com a linha no mesmo degrau, e o Cruza não escolhe por você. “Candidatos” diz quantos são.',
  },
  sections: {
    outcomes: {
      title: 'Os resultados de um cruzamento',
      paragraphs: [
        'Cada linha da sua lista termina com um destes resultados, e nenhuma linha some. Escolha um número para ver só as linhas dele; “Exportar” leva as suas colunas como vieram, antes das do Cruza.',
      ],
    },
    ninth: {
      title: 'O nono dígito',
      paragraphs: [
        'Um celular antigo, como (11) 8888-7777, e o mesmo com o 9, (11) 98888-7777, são da mesma pessoa, e a base pode ter um, outro ou os dois. Com planilhas guardadas o Cruza acha também a outra forma, diz isso em “Motivo” e “Degrau”, e prefere sempre o número mais parecido com o da lista. Com o serviço ele pergunta pelo número como está na lista. Telefone fixo nunca recebe um 9.',
        'Em Contatos, “Procurar também…” busca a outra forma do número. Nas respostas de formulários, um lead achado assim vem marcado: “mesmo telefone, com ou sem o nono dígito”.',
      ],
    },
    lists: {
      title: 'Listas que voltam',
      paragraphs: [
        'O Cruza reconhece uma lista que já foi cruzada, pelo nome do arquivo ou pelas chaves, e o resultado diz o que mudou desde a última vez: quem respondeu, novos cadastros, conversas resolvidas, linhas novas e linhas que saíram. Escolha um número para ver só as linhas dele. “Movimentos” mostra de que resultado para qual elas foram, e “Exportar o que mudou” leva só essas linhas.',
        'No menu de um cruzamento: “Salvar como modelo…” guarda como a lista é lida, os filtros, quem responde e o que se exporta, e a próxima lista com os mesmos cabeçalhos já vem assim; “Repetir todo dia…” cruza a lista de novo no horário escolhido, com o Cruza aberto; “Combinar com outra lista…” faz uma lista de duas; “Conferir com o serviço…” diz quanto vale o que uma planilha guardada respondeu.',
      ],
    },
    tables: {
      title: 'Tabelas, como no Excel',
      paragraphs: [
        'A busca acha um telefone inteiro em qualquer forma, com ou sem o 55 e o nono dígito, marca o que achou e diz quando o motivo está só em uma coluna oculta.',
        'Arraste o mouse sobre as células, ou use {shift} com as setas ou um clique, para marcar um retângulo. O rodapé diz quantas células são, a soma e a média. {mod+c} copia o que está marcado; {mod+shift+c}, com os cabeçalhos e pronto para o Excel. {mod} com as setas, {home} e {end} vão às pontas, e {mod+g} vai a uma linha pelo número.',
        'As linhas do retângulo ficam selecionadas para exportar, cruzar ou copiar telefones. Para marcar linhas inteiras: {mod} e clique, {space}, ou {shift+space} para as do retângulo.',
        'No menu de cada coluna: “Resumo da coluna” mostra os valores mais frequentes e a distribuição do que passa pelos filtros, e cada barra filtra; “Copiar coluna” leva todas as linhas; “Ajustar a largura” mostra inteiro o que está visível. Dois cliques na borda do cabeçalho fazem o mesmo.',
        'Nas colunas das suas listas o Cruza reconhece número, dinheiro, data e sim ou não, como se escrevem no Brasil: elas se ordenam, filtram, agrupam e somam pelo valor, e a célula continua como estava. O tipo aparece na prévia da lista, onde você pode corrigi-lo. O que não cabe no tipo fica no fim da ordem, e o resumo da coluna diz quantas células são.',
      ],
    },
    complete: {
      title: 'O que “completa” diz de uma planilha',
      paragraphs: [
        'Completa: as linhas, as pessoas distintas e o total que o serviço contou conferem. Vale para o período e os filtros da planilha, no momento em que ela foi lida.',
        'Atualizada: a atualização rápida trouxe o que se moveu. Ela não vê quem saiu do filtro, o que foi apagado, nem mudanças sem mensagem. Mudou na leitura: os números do serviço não conferem com as linhas. Parcial: a leitura parou antes do fim; o que foi lido está guardado.',
        'Pare o mouse sobre o estado para ler o motivo.',
      ],
    },
    offline: {
      title: 'Trabalhar sem internet',
      paragraphs: [
        'Funciona sem internet: abrir, filtrar, copiar e exportar planilhas, listas cruzadas, conjuntos de conversas e dados guardados; revisar respostas de formulários guardados; ler os artigos de ajuda já baixados; cruzar uma lista com planilhas guardadas, no lugar do serviço; combinar duas listas.',
        'Precisa de internet: ler e atualizar planilhas, cruzar com o serviço, conferir com ele o que uma planilha respondeu (no menu do cruzamento, com uma amostra ou todas as chaves), buscar conversas e contatos, ver relatórios, enviar mensagens. Um envio cuja resposta se perdeu não é repetido: ele fica em Atividade, como “enviado, sem confirmação”.',
      ],
    },
    data: {
      title: 'Onde ficam os dados',
      paragraphs: [
        'No seu computador. Linux: ~/.local/share/Cruza. Windows: %LOCALAPPDATA%\\Cruza\\Data. macOS: ~/Library/Application Support/Cruza. Quem iniciou o Cruza com --data-dir escolheu outra pasta.',
        'As chaves de acesso ficam no chaveiro do sistema ou, onde não há um, em um cofre fechado com a sua senha. O que é baixado é criptografado com uma chave que só esse cofre guarda. Idioma, tema e outros ajustes não são.',
        'O Cruza fala somente com os endereços das suas conexões. O que você exporta ou copia sai da criptografia: cuide do arquivo. Atividade mostra o que foi exportado, quando e quantas pessoas.',
        '“Anotar sobre a pessoa”, nos detalhes de uma linha, de uma resposta, de uma conversa e na página do contato, guarda texto e etiquetas só neste computador. A nota vale para todas as linhas da pessoa, pelo contato, telefone ou e‑mail; em Colunas, “Nota” e “Etiquetas da nota” mostram, filtram e exportam.',
        'Na demonstração, nada fica guardado.',
      ],
    },
    removal: {
      title: 'Cópias de segurança e remoção',
      paragraphs: [
        'Planilhas, conversas e respostas podem ser lidas outra vez do serviço. Revisões, notas e etiquetas de respostas, e as suas notas sobre pessoas, existem só aqui. Das respostas: em Formulários › Pacotes, grave um pacote de revisão e guarde-o em outro lugar.',
        'Copiar a pasta de dados não basta onde há chaveiro, porque a chave que a abre fica nele. Com o cofre de senha, a pasta e a senha bastam.',
        '“Esquecer…” apaga daqui uma planilha, um cruzamento ou uma conexão, e diz antes o que se perde. No serviço, nada muda. Desinstalar o programa não apaga a pasta de dados nem o que está no chaveiro: Ajustes › Apagar tudo deste computador apaga os dois.',
      ],
    },
    keyboard: {
      title: 'Teclado',
      paragraphs: [
        '{mod+k} acha telas, ações, colunas, planilhas, listas e pessoas das planilhas guardadas. ? mostra os atalhos da tela. F1 abre esta ajuda na parte da tela em que você está.',
      ],
    },
  } satisfies Record<GuideSection, GuideText> as Record<GuideSection, GuideText>,
  links: {
    cruzar: 'Abrir Cruzar',
    contacts: 'Abrir Contatos',
    sheets: 'Abrir Planilhas',
    activity: 'Abrir Atividade',
    settings: 'Abrir Ajustes',
    forms: 'Abrir Formulários',
    connections: 'Abrir Conexões',
  },
}
