/** The hidden sheet with the choices of drop-down lists. */
export const CHOICES_SHEET = '_choices'

/** Excel keeps at most this many characters of a list that is written into the rule itself. */
const LONGEST_LIST = 255
// A comma divides options, and a spreadsheet drops blanks around them.
// oxlint-disable-next-line no-control-regex
const UNLISTED = /[,"\u0000-\u001f\ufffe\uffff]|\p{Surrogate}|^[\s=]|\s$/u
const isListed = (options: readonly string[]): boolean =>
  options.join(',').length <= LONGEST_LIST && !options.some((option) => UNLISTED.test(option))

/**
 * The choices of the drop-down lists of a workbook. Those that no rule can hold stand below each
 * other in one hidden column, each list once.
 */
export class ChoiceLists {
  readonly lines: string[] = ['']
  readonly #ranges = new Map<string, string>()

  /** The formula of a rule that offers these options: the options themselves, or their range. */
  formulaOf(options: readonly string[]): string {
    return isListed(options) ? `"${options.join(',')}"` : this.rangeOf(options)
  }

  /** The range of a list, as a rule of another sheet names it. */
  rangeOf(options: readonly string[]): string {
    const key = JSON.stringify(options)
    const known = this.#ranges.get(key)
    if (known !== undefined) return known
    const first = this.lines.length + 1
    for (const option of options) this.lines.push(option)
    const range = `${CHOICES_SHEET}!$A$${first}:$A$${this.lines.length}`
    this.#ranges.set(key, range)
    return range
  }

  /** False = no rule refers to the hidden sheet. */
  get isUsed(): boolean {
    return this.#ranges.size > 0
  }
}

/** The sheets of a file without the one that only serves the lists of others. */
export const withoutChoices = <T extends { name: string; isHidden?: boolean }>(
  sheets: readonly T[],
): T[] => sheets.filter(({ name, isHidden }) => !(name === CHOICES_SHEET && isHidden === true))
