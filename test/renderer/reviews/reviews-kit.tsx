import type { ReactNode } from 'react'
import { AppProvider, type Features } from '../../../renderer/kernel/feature.ts'
import { reviewsFeature } from '../../../renderer/reviews/feature.ts'
import { TeamProvider } from '../../../renderer/reviews/team.ts'
import { type Answers, createFakeBridge, type Name } from '../../kit/fake-bridge.ts'
import { createTestApp } from '../../kit/render.tsx'
import { tableShapeWith } from '../../kit/samples.ts'
import { batchWith, entryFiguresWith, formWith, openedPackageWith, reviewSetWith } from '../../kit/samples-forms.ts'

/** The reviews of the account f1, over a main that has one of everything. */
export function setUpReviews(answers: Answers = {}) {
  const bridge = createFakeBridge({
    'reviews.reviewer': () => ({ name: 'Ana' }),
    'reviews.sets': () => [reviewSetWith()],
    'views.list': () => [],
    'reviews.batches': () => [batchWith()],
    'reviews.undo': () => ({ undone: batchWith({ undone: true }), changed: 13 }),
    'reviews.open_package': () => openedPackageWith(),
    'reviews.merge_package': () => ({ batch: batchWith({ kind: 'merge' }), changed: 13, set: null }),
    'forms.list': () => [formWith(), formWith({ id: 302, kept: false })],
    'entries.short_texts': () => ({ shortest: 40, entries: 0, all: 4 }),
    'entries.figures': () => entryFiguresWith(),
    'tables.shape': () => tableShapeWith({ total: 4, matching: 4 }),
    ...answers,
  })
  const features: { reviews?: Features['reviews'] } = {}
  const now = Date.parse('2026-11-20T12:00:00.000Z')
  const app = createTestApp(features, { now, bridge, place: { screen: 'packages', connection: 'f1' } })
  const { offer, reloads, reset } = reviewsFeature.create(app)
  features.reviews = offer
  const team = offer.of('f1')
  return {
    bridge,
    reviews: offer,
    reset,
    team,
    inputs: bridge.inputs,
    count: (name: Name) => bridge.inputs(name).length,
    /** What main pushes after a change of entries. */
    push: async () => reloads?.entries?.(null),
    state: team.store.getState,
    packages: team.packages.getState,
    place: () => app.navigation.getState().place,
    inApp: (children: ReactNode) => (
      <AppProvider value={app}>
        <TeamProvider value={team}>{children}</TeamProvider>
      </AppProvider>
    ),
  }
}
