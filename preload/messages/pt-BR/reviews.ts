export const reviews = {
  title: 'Revisão',
}
