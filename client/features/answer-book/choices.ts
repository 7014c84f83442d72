/**
 * The choices of all drop-down lists, each list once, below each other in one hidden column: a list
 * inside a rule is short, and cannot hold a comma.
 */
export class Choices {
  readonly lines: string[] = ['']
  readonly #sheet: string
  readonly #ranges = new Map<string, string>()

  constructor(sheet: string) {
    this.#sheet = sheet
  }

  /** The range of a list, as a rule of another sheet names it. */
  rangeOf(options: readonly string[]): string {
    const key = JSON.stringify(options)
    const known = this.#ranges.get(key)
    if (known !== undefined) return known
    const first = this.lines.length + 1
    this.lines.push(...options)
    const range = `${this.#sheet}!$A$${first}:$A$${this.lines.length}`
    this.#ranges.set(key, range)
    return range
  }
}
