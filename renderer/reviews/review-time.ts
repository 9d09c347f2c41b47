import type { EntryFigures } from '../../preload/contract/entries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'

type Texts = Messages['reviews']['figures']

/** 35 min, 5,2 h, 3 dias. Takes hours. */
export function timePhrase(hours: number, texts: Texts, format: Format): string {
  if (hours < 1) return texts.minutes(format.number(Math.max(1, Math.round(hours * 60))))
  if (hours < 48) return texts.hours(format.number(rounded(hours)))
  const days = rounded(hours / 24)
  return texts.days(format.number(days), days === 1)
}

/** The limits of bands are whole: a day is said as one day, not as 24 hours. */
function limitPhrase(hours: number, texts: Texts, format: Format): string {
  if (!isDays(hours)) return timePhrase(hours, texts, format)
  return texts.days(format.number(hours / 24), hours === 24)
}

const isDays = (hours: number) => hours >= 24 && hours % 24 === 0
const rounded = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value))

/** The bands in words, in their order: "até 1 h", "1 h a 4 h", …, "mais de 7 dias". */
export function bandPhrases(bands: EntryFigures['review_hours']['bands'], texts: Texts, format: Format) {
  return bands.map(({ up_to, count }, place) => {
    const before = bands[place - 1]?.up_to ?? null
    return { label: bandPhrase(before, up_to, texts, format), count }
  })
}

function bandPhrase(from: number | null, to: number | null, texts: Texts, format: Format): string {
  if (to === null) return from === null ? texts.value : texts.moreThan(limitPhrase(from, texts, format))
  const limit = limitPhrase(to, texts, format)
  if (from === null) return texts.upTo(limit)
  // "2 a 3 dias": the unit is said once where it is the same.
  const start =
    isDays(from) === isDays(to) ? format.number(isDays(from) ? from / 24 : from) : limitPhrase(from, texts, format)
  return texts.between(start, limit)
}
