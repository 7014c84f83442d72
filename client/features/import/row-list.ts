/** No sheet that can be imported has a row beyond this one. */
const LAST_ROW = 60_000

/** Reads '3, 8-10' as [3, 8, 9, 10]; null = it is no list of rows. */
export const readRowList = (text: string): number[] | null => {
  const rows = new Set<number>()
  for (const part of text.split(/[,;]/).map((one) => one.trim())) {
    if (part === '') continue
    const match = /^(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?$/.exec(part)
    if (match === null) return null
    const [from, to] = [Number(match[1]), Number(match[2] ?? match[1])]
    if (from < 1 || to < from || to > LAST_ROW) return null
    for (let row = from; row <= to; row += 1) rows.add(row)
  }
  return [...rows].toSorted((some, other) => some - other)
}

/** Writes [3, 8, 9, 10] as '3, 8-10'. */
export const rowListText = (rows: readonly number[]): string => {
  const ranges: { from: number; to: number }[] = []
  for (const row of rows.toSorted((some, other) => some - other)) {
    const last = ranges.at(-1)
    if (last !== undefined && row <= last.to + 1) last.to = row
    else ranges.push({ from: row, to: row })
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(', ')
}
