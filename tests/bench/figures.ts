/** One goal of the product: how long it takes, how long the bare way takes in the same run, and what the quotient may be. */
export interface Figure { name: string; ours: number; bare: number; ratio: number; goal: number; isReached: boolean }

export const medianOf = (values: readonly number[]): number => {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const figureOf = (name: string, ours: readonly number[], bare: readonly number[], goal: number): Figure => {
  const [own, plain] = [medianOf(ours), medianOf(bare)]
  const ratio = own / plain
  return { name, ours: own, bare: plain, ratio, goal, isReached: ratio <= goal }
}

export const printFigures = (figures: readonly Figure[]): void => {
  const lines = figures.map(({ name, ours, bare, ratio, goal, isReached }) =>
    `${name.padEnd(46)} ${ours.toFixed(1).padStart(9)} ${bare.toFixed(1).padStart(9)} ${ratio.toFixed(2).padStart(7)} ${goal.toFixed(2).padStart(6)}  ${isReached ? 'reached' : 'missed'}`)
  process.stdout.write(`${['figure'.padEnd(46), 'ours ms'.padStart(9), 'bare ms'.padStart(9), 'ratio'.padStart(7), 'goal'.padStart(6)].join(' ')}\n${lines.join('\n')}\n`)
}
