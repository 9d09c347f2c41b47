/** What Excel made of a long number: nothing, the number whole but dressed up, or a number whose last digits are gone. */
export type ExcelNumber = { readonly damaged: true } | { readonly damaged: false; readonly digits: string } | null

const scientific = /^[+-]?(\d+)(?:[.,](\d+))?\s*e\s*\+?(\d{1,2})$/i
const withZeroDecimals = /^(\d{8,15}|\d{1,3}(?:\.\d{3}){2,}|\d{1,3}(?:,\d{3}){2,})[.,]0{1,2}$/

/**
 * Recognises a cell that Excel (or a data frame) rewrote as a number (features.md §9, pitfall 2). `5,51199E+12` has lost
 * digits and is damaged, never guessed; `5,511988887777E+12` has all thirteen and is whole; `5511988887777.0` only gained
 * a fraction. Also damaged: more digits than a double holds, filled up with zeros, and a full mobile of seven zeros
 * (`5511990000000`), which is what `5,51199E+12` becomes when it is saved once more. Null for anything else.
 */
export function readExcelNumber(text: string): ExcelNumber {
  const power = scientific.exec(text)
  if (power) {
    const [, whole = '', fraction = '', exponent = ''] = power
    if (whole.length !== 1 || fraction.length !== Number(exponent)) return { damaged: true }
    return { damaged: false, digits: whole + fraction }
  }
  const dressed = withZeroDecimals.exec(text)
  if (dressed?.[1]) return { damaged: false, digits: dressed[1].replace(/\D/g, '') }
  return isRounded(text) ? { damaged: true } : null
}

/** Only bare digits can have been a number cell: a mask or a plus sign proves that the text was never rounded. */
function isRounded(text: string): boolean {
  if (!text.endsWith('000000') || !/^\d{13,}$/.test(text)) return false
  return text.length > 13 || /^55\d{2}9\d0{7}$/.test(text)
}
