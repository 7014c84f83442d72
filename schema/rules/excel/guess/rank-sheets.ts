import { type ImportSheet } from '../prepare-table.ts'
import { guessTable, type TableGuess } from './guess-table.ts'
import { idWeight, nameWeight, sheetWeight } from './words.ts'

export interface NamedSheet extends ImportSheet {
  name: string
  /** Hidden in the program that wrote it. */
  isHidden?: boolean
}

/** How much a sheet looks like a list of requirements. */
export const sheetScore = ({ name, isHidden }: NamedSheet, guess: TableGuess): number => {
  const { name: text, id } = guess.roles
  if (text === undefined || guess.count === 0) return -10
  return (
    sheetWeight(name) +
    Math.min(3, Math.log10(guess.count + 1) * 1.2) +
    (nameWeight(text.header) > 0 ? 2 : 0) +
    Math.min(2, text.words / 5) +
    (id === undefined ? 0 : 1 + idWeight(id.header) / 2) +
    (isHidden === true ? -20 : 0)
  )
}

/** Has the columns of a list of requirements, and no row yet, as a template has. */
const isEmptyList = ({ isHidden }: NamedSheet, { count, roles: { id, name } }: TableGuess) =>
  isHidden !== true &&
  count === 0 &&
  idWeight(id?.header ?? '') > 0 &&
  nameWeight(name?.header ?? '') > 0

/** The index of the sheet that looks most like requirements, and how each sheet is to be read. */
export const guessWorkbook = (
  sheets: readonly NamedSheet[],
): { sheetIndex: number; guesses: TableGuess[] } => {
  const guesses = sheets.map((sheet) => guessTable(sheet))
  let top = { sheetIndex: 0, score: -Infinity }
  for (const [sheetIndex, sheet] of sheets.entries()) {
    const guess = guesses[sheetIndex]
    const score = guess === undefined ? -Infinity : sheetScore(sheet, guess)
    if (score > top.score) top = { sheetIndex, score }
  }
  // What explains a list is not the list, even if the list is still empty.
  const isAside = sheetWeight(sheets[top.sheetIndex]?.name ?? '') < 0
  const empty = sheets.findIndex((sheet, at) => {
    const guess = guesses[at]
    return isAside && guess !== undefined && isEmptyList(sheet, guess)
  })
  return { sheetIndex: empty === -1 ? top.sheetIndex : empty, guesses }
}
