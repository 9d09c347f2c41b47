export const account = {
  title: 'Conta e uso',
}
