export const forms = {
  title: 'Formulários',
}
