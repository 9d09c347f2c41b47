export const demo = {
  platformName: 'Atendimento (demonstração)',
  formsName: 'Formulários (demonstração)',
  sheetName: 'Leads deste ano',
  exampleListName: 'campanha-de-exemplo.csv',
}
