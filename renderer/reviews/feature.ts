import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { entriesTable } from '../../preload/values/entries-table.ts'
import { defineFeature, lazyComponent } from '../kernel/feature.ts'
import { messagesNow } from '../kernel/messages.ts'
import { createFiguresStore, type FiguresStore } from './figures-store.ts'
import { createReviewerStore, createTeam, type ReviewerStore, type Team } from './team.ts'

declare module '../kernel/navigation.ts' {
  interface Places {
    /** The team's reviews. With `set`, how far two reviews of the same entries agree. */
    packages: { connection: string; set?: string }
  }
}

declare module '../kernel/feature.ts' {
  interface Features {
    reviews: {
      readonly reviewer: ReviewerStore
      /**
       * The reviews of an account. Every call gives the same stores, so that an opened package stays when its screen is
       * closed.
       */
      of(connection: string): Team
      /** The figures of one form's entries, or of those of every stored form. */
      figuresOf(connection: string, form: number | null): FiguresStore
      /** Opens a colleague's review package that was dropped on the window: it waits for its passphrase. */
      dropPackage(file: File): void
    }
  }
  interface Slots {
    /** Who reviews here. */
    reviewerField: object
    /** A blind review around its entries, with how many of them are stored here and how many are decided. */
    blindReview: {
      readonly connection: string
      readonly set: string
      readonly counts: { readonly here: number; readonly decided: number } | null
      readonly children: ReactNode
    }
    /** The pictures of one form's entries, or of those of every stored form. */
    entryPictures: { readonly connection: string; readonly form: number | null }
  }
}

export const reviewsFeature = defineFeature('reviews', {
  service: 'forms',
  create({ ask, bridge, navigation, feature }) {
    const teams = new Map<string, Team>()
    const figures = new Map<string, FiguresStore>()
    const reviewer = createReviewerStore({ ask })
    const of = (connection: string) => {
      const team = teams.get(connection) ?? createTeam({ ask, bridge, connection })
      teams.set(connection, team)
      return team
    }
    const reload = () =>
      Promise.all(
        [...[...teams.values()].map(({ store }) => store), ...figures.values()].map((store) =>
          store.getState().reload(),
        ),
      )
    return {
      offer: {
        reviewer,
        of,
        figuresOf(connection, form) {
          const table = entriesTable({ connection_id: connection, form_id: form, set: '' })
          const store = figures.get(table.id) ?? createFiguresStore({ ask, table })
          figures.set(table.id, store)
          return store
        },
        dropPackage(file) {
          const account = feature('connections').inUse('forms')
          if (!account) {
            notifications.show({ message: messagesNow().reviews.drop.noForms, autoClose: 8000 })
            return
          }
          of(account.id).packages.getState().choose(file)
          navigation.getState().go({ screen: 'packages', connection: account.id })
        },
      },
      reloads: {
        forms: reload,
        entries: reload,
        views: reload,
        reviews: () => Promise.all([reload(), reviewer.getState().load()]),
      },
      reset() {
        teams.clear()
        figures.clear()
      },
    }
  },
  screens: {
    packages: {
      area: 'forms',
      service: 'forms',
      ofConnection: lazyComponent(async () => (await import('./team-screen.tsx')).PackagesScreen),
      inConnection: (_, connection) =>
        connection === undefined ? { screen: 'forms' } : { screen: 'packages', connection },
      help: ['formulários', 'formulário', 'captação'],
      guide: 'removal',
    },
  },
  slots: {
    reviewerField: lazyComponent(async () => (await import('./reviewer-field.tsx')).ReviewerField),
    blindReview: lazyComponent(async () => (await import('./blind-screen.tsx')).BlindReview),
    entryPictures: lazyComponent(async () => (await import('./figures-screen.tsx')).FiguresScreen),
  },
})
