/** Whole numbers and times → their digits. */

/** Of a time as it came from the service it is 1. */
const local: u32 = 2
const serial: u32 = 3

/** Writes a whole number. */
export function integer(to: usize, value: u32): usize {
  let size: usize = 1
  for (let bound: u64 = 10; <u64>value >= bound; bound *= 10) size++
  padded(to, size, value)
  return to + size
}

/** Writes the last digits of a number, with zeros before it. */
function padded(to: usize, size: usize, value: u32): void {
  let end = to + size
  for (; end - to >= 2; end -= 2) {
    const rest = value / 100
    two(end - 2, value - rest * 100)
    value = rest
  }
  if (end > to) store<u8>(to, <u8>(48 + (value % 10)))
}

function two(to: usize, value: u32): void {
  const tens = value / 10
  store<u16>(to, <u16>(0x3030 + tens + ((value - tens * 10) << 8)))
}

export function time(to: usize, moment: f64, format: usize): usize {
  const wall = <i64>floor(moment + load<f64>(format, 24))
  let day = wall / 86_400_000
  let ms = <i32>(wall - day * 86_400_000)
  if (ms < 0) {
    ms += 86_400_000
    day--
  }
  const way = load<u32>(format)
  const second = <u32>ms / 1000
  if (way === serial) {
    // Excel's number of a day, and the second in it, rounded up so that 10:00 never shows as 09:59.
    to = integer(to, <u32>(day + 25_569))
    store<u8>(to, 46)
    padded(to + 1, 9, <u32>((<u64>second * 1_000_000_000 + 86_399) / 86_400))
    return to + 10
  }
  // Years begin in March, so that the leap day ends a year.
  const shifted = <u32>(day + 719_468)
  const era = shifted / 146_097
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  const dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  const month = (5 * dayOfYear + 2) / 153
  const dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
  const shown = month < 10 ? month + 3 : month - 9
  const year = yearOfEra + era * 400 + (shown <= 2 ? 1 : 0)
  if (way === local) {
    two(to, dayOfMonth)
    store<u8>(to, 47, 2)
    two(to + 3, shown)
    store<u8>(to, 47, 5)
    padded(to + 6, 4, year)
    store<u8>(to, 32, 10)
  } else {
    padded(to, 4, year)
    store<u8>(to, 45, 4)
    two(to + 5, shown)
    store<u8>(to, 45, 7)
    two(to + 8, dayOfMonth)
    store<u8>(to, <u8>load<u32>(format, 8), 10)
  }
  const minute = second / 60
  two(to + 11, minute / 60)
  store<u8>(to, 58, 13)
  two(to + 14, minute % 60)
  store<u8>(to, 58, 16)
  two(to + 17, second % 60)
  to += 19
  if (way === local) return to
  const size = load<u32>(format, 4)
  if (size > 0) {
    store<u8>(to, 46)
    padded(to + 1, 3, <u32>ms % 1000)
    to += 1 + size
  }
  store<u64>(to, load<u64>(format, 16))
  return to + load<u32>(format, 12)
}
