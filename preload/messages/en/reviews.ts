import type { reviews as portuguese } from '../pt-BR/reviews.ts'

export const reviews: typeof portuguese = {
  title: 'Review',
}
