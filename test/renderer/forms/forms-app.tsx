import { formsFeature } from '../../../renderer/forms/feature.tsx'
import { createAsk } from '../../../renderer/kernel/ask.ts'
import type { Features } from '../../../renderer/kernel/feature.ts'
import type { Place } from '../../../renderer/kernel/navigation.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { createTestApp } from '../../kit/render.tsx'

export const now = Date.parse('2026-11-20T12:00:00Z')

/** An app with the forms alone, as their manifest creates them. */
export function createFormsApp(answers: Parameters<typeof createFakeBridge>[0], place?: Place) {
  const bridge = createFakeBridge({ 'forms.writes': () => [], ...answers })
  const features: Partial<Features> = {
    tasks: {
      ...({} as Features['tasks']),
      useTaskProps: () => ({ tasks: [], taskWords: () => '', now: () => now, onCancelTask: () => undefined }),
    },
  }
  const app = { ...createTestApp(features, { now, ...(place ? { place } : {}) }), ask: createAsk(bridge) }
  const { offer } = formsFeature.create(app)
  Object.assign(features, { forms: offer })
  return { app, bridge, forms: offer, place: () => app.navigation.getState().place }
}
