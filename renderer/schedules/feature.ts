import { defineFeature, resetStores } from '../kernel/feature.ts'
import {
  ScheduleDialog,
  type ScheduleDialogProps,
  ScheduleLine,
  ScheduleNotice,
  type ScheduleProps,
} from './schedule.tsx'
import { createSchedulesStore, type SchedulesStore } from './schedules.ts'

declare module '../kernel/feature.ts' {
  interface Features {
    schedules: { readonly store: SchedulesStore }
  }
  interface Slots {
    scheduleLine: ScheduleProps
    scheduleNotice: ScheduleProps
    scheduleDialog: ScheduleDialogProps
  }
}

/** What is done again at a time of day, for the screens of what is repeated. */
export const schedulesFeature = defineFeature('schedules', {
  create({ ask }) {
    const store = createSchedulesStore({ ask })
    return {
      offer: { store },
      reloads: { schedules: () => void store.getState().reload() },
      reset: () => resetStores(store),
    }
  },
  slots: { scheduleLine: ScheduleLine, scheduleNotice: ScheduleNotice, scheduleDialog: ScheduleDialog },
})
