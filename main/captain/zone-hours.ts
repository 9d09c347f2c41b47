/** How many hours a time zone is ahead of UTC at a moment, as the statistics ask for it: `-3`, `5.5`. */
export function zoneHours(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(offset) ?? []
  return String((Number(hours) + Number(minutes) / 60) * (sign === '-' ? -1 : 1))
}
