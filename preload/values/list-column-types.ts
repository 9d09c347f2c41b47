/**
 * What the cells of a column of a list are. `money` is a number with a currency, `day` a day of the calendar with or
 * without a time. The cells stay texts: the type decides how they are ordered, filtered, grouped and exported.
 */
export const listColumnTypes = ['text', 'phone', 'email', 'number', 'money', 'day', 'yes_no'] as const
export type ListColumnType = (typeof listColumnTypes)[number]
