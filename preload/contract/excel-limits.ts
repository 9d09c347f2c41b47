/**
 * What one sheet of Excel holds: rows with the one of the headings, columns, and UTF-16 units of a cell (features.md §9
 * point 17).
 */
export const excelLimits = { rows: 1_048_576, columns: 16_384, cellCharacters: 32_767 }
