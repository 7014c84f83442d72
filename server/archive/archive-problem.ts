/** Why a file is no valid archive. The text names the entry and, for a part of lines, the line. */
export class ArchiveProblem extends Error {
  readonly entry: string | null
  readonly line: number | undefined

  constructor(entry: string | null, problem: string, line?: number) {
    const place = line === undefined ? entry : `${entry}, line ${line}`
    super(place === null ? problem : `${place}: ${problem}`)
    this.name = 'ArchiveProblem'
    this.entry = entry
    this.line = line
  }
}
