import type { FunctionComponent } from 'react'
import type { Task } from '../preload/contract/tasks.ts'
import { accountFeature } from './account/feature.ts'
import { activityFeature } from './activity/feature.ts'
import { appFeature } from './app/feature.tsx'
import { captainFeature } from './captain/feature.ts'
import { connectionsFeature } from './connections/feature.tsx'
import { consoleFeature } from './console/feature.ts'
import { contactsFeature } from './contacts/feature.ts'
import { conversationsFeature } from './conversations/feature.ts'
import { cruzarFeature } from './cruzar/feature.ts'
import { datasetsFeature } from './datasets/feature.ts'
import { diagnosticsFeature } from './diagnostics/feature.ts'
import { documentationFeature } from './documentation/feature.tsx'
import { duplicatesFeature } from './duplicates/feature.ts'
import { entriesFeature } from './entries/feature.tsx'
import { formsFeature } from './forms/feature.tsx'
import { healthFeature } from './health/feature.ts'
import type { Feature, FeatureName, ScreenOptions, Slots, TaskOptions } from './kernel/feature.ts'
import type { Places } from './kernel/navigation.ts'
import { notesFeature } from './notes/feature.tsx'
import { reportsFeature } from './reports/feature.ts'
import { reviewsFeature } from './reviews/feature.ts'
import { schedulesFeature } from './schedules/feature.ts'
import { searchFeature } from './search/feature.ts'
import { sendingFeature } from './sending/feature.tsx'
import { sheetsFeature } from './sheets/feature.ts'
import { summariesFeature } from './summaries/feature.ts'
import { tablesFeature } from './tables/feature.ts'
import { tasksFeature } from './tasks/feature.tsx'
import { webhooksFeature } from './webhooks/feature.ts'

/** Every feature, one line each. Their order is that of Ctrl K, and of the navigation bar within a group. */
const manifests = {
  tables: tablesFeature,
  tasks: tasksFeature,
  health: healthFeature,
  schedules: schedulesFeature,
  search: searchFeature,
  sheets: sheetsFeature,
  cruzar: cruzarFeature,
  duplicates: duplicatesFeature,
  forms: formsFeature,
  entries: entriesFeature,
  reviews: reviewsFeature,
  webhooks: webhooksFeature,
  account: accountFeature,
  conversations: conversationsFeature,
  contacts: contactsFeature,
  notes: notesFeature,
  sending: sendingFeature,
  reports: reportsFeature,
  summaries: summariesFeature,
  captain: captainFeature,
  console: consoleFeature,
  datasets: datasetsFeature,
  documentation: documentationFeature,
  activity: activityFeature,
  diagnostics: diagnosticsFeature,
  connections: connectionsFeature,
  app: appFeature,
} satisfies { readonly [K in FeatureName]: Feature<K> }
export const features: { readonly [K in FeatureName]: Feature<K> } = manifests

type Part = 'screens' | 'slots' | 'tasks'
type Given<P extends Part> = {
  [K in FeatureName]: (typeof manifests)[K] extends { readonly [_ in P]?: infer G }
    ? (given: NonNullable<G>) => void
    : never
}[FeatureName]
/** A part of all manifests together. What no manifest gives is missing from it, so the code below does not compile. */
type Gathered<P extends Part> = Given<P> extends (given: infer All) => void ? All : never

function gather<P extends Part>(part: P): Gathered<P> {
  return Object.assign({}, ...Object.values<Feature>(features).map((feature) => feature[part]))
}

export const screens: { readonly [S in keyof Places]: ScreenOptions<S> } = gather('screens')
export const slots: { readonly [S in keyof Slots]: FunctionComponent<Slots[S]> } = gather('slots')
export const taskOptions: { readonly [K in Task['kind']]: TaskOptions } = gather('tasks')
