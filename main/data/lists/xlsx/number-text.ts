/** A number of a cell as plain digits, without exponent: `5.511988887777E12` is `5511988887777`. */
export function numberText(raw: string): string {
  const text = raw.trim()
  if (/^-?\d{1,15}$/.test(text)) return text
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) return text
  if (Number.isInteger(value)) return BigInt(value).toString()
  return expand(String(value))
}

/** `1.5e-7` written out. */
function expand(text: string): string {
  const parts = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)
  if (!parts) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`
}
