/**
 * Cost of one size. `amount` is the number of rows, edits or sockets; values are totals in the
 * table's unit.
 */
export interface Size {
  amount: number
  values: Record<string, number>
}
/** A column whose cost per row, edit or socket is shown, and must not grow with their number. */
export interface Share {
  of: string
  unit: string
  per: number
}
export interface Growth {
  share: string
  from: number
  to: number
  factor: number
  isLinear: boolean
}
export interface ScaleTable {
  name: string
  amountName: string
  sizes: Size[]
  growth: Growth[]
}

/** On a busy machine, two runs of the same differ by up to this factor. */
const NOISE = 1.3

/**
 * For each step from one size to the next: the factor by which the cost of one row, edit or socket
 * grows. Linear growth has a factor of at most 1.
 */
export const growthOf = (sizes: readonly Size[], shares: readonly Share[]): Growth[] =>
  shares.flatMap(({ of }) =>
    sizes.slice(1).map((size, index) => {
      const before = sizes[index]
      const shareOf = (one: Size | undefined): number =>
        (one?.values[of] ?? Number.NaN) / (one?.amount ?? Number.NaN)
      const factor = shareOf(size) / shareOf(before)
      return {
        share: of,
        from: before?.amount ?? 0,
        to: size.amount,
        factor,
        isLinear: factor <= NOISE,
      }
    }),
  )

const shown = (value: number): string =>
  Number.isFinite(value)
    ? value.toLocaleString('en-GB', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })
    : '–'

/** @param shares columns whose cost per `per` pieces is shown next to the totals */
export const tableOf = (
  name: string,
  amountName: string,
  sizes: readonly Size[],
  shares: readonly Share[] = [],
): ScaleTable & { text: string } => {
  const growth = growthOf(sizes, shares)
  const titles = Object.keys(sizes[0]?.values ?? {})
  const head = [
    amountName,
    ...titles,
    ...shares.map(({ of, unit, per }) => `${of}: ${unit}/${shown(per)}`),
  ]
  const lines = sizes.map(({ amount, values }) => [
    shown(amount),
    ...titles.map((title) => shown(values[title] ?? Number.NaN)),
    ...shares.map(({ of, per }) => shown(((values[of] ?? Number.NaN) / amount) * per)),
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  )
  const drawn = [head, ...lines].map((line) =>
    line.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '),
  )
  const verdicts = growth.map(
    ({ share, from, to, factor, isLinear }) =>
      `  ${share}, ${shown(from)} → ${shown(to)}: × ${factor.toFixed(2)} per piece${isLinear ? '' : '   GROWS FASTER THAN LINEARLY'}`,
  )
  return {
    name,
    amountName,
    sizes: [...sizes],
    growth,
    text: `${[`# ${name}`, ...drawn, ...verdicts].join('\n')}\n`,
  }
}
