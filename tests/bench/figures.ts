/**
 * One goal of the product: its time, the time of the bare way in the same run, and the permitted
 * quotient. `goal` = promise of the first version; `aim` = set later for the sync.
 */
export interface Figure {
  name: string
  ours: number
  bare: number
  ratio: number
  goal: number
  aim: number
  isReached: boolean
  isAimReached: boolean
}

export const medianOf = (values: readonly number[]): number => {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** `quantileOf(times, 0.95)`: 95 of 100 are at most this. */
export const quantileOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

export const figureOf = (
  name: string,
  ours: readonly number[],
  bare: readonly number[],
  goal: number,
  aim = goal,
): Figure => {
  const [own, plain] = [medianOf(ours), medianOf(bare)]
  const ratio = own / plain
  return {
    name,
    ours: own,
    bare: plain,
    ratio,
    goal,
    aim,
    isReached: ratio <= goal,
    isAimReached: ratio <= aim,
  }
}

const verdict = (isReached: boolean): string => (isReached ? 'reached' : 'missed').padEnd(7)

export const printFigures = (figures: readonly Figure[]): void => {
  const lines = figures.map(({ name, ours, bare, ratio, goal, aim, isReached, isAimReached }) =>
    [
      name.padEnd(46),
      ours.toFixed(1).padStart(9),
      bare.toFixed(1).padStart(9),
      ratio.toFixed(2).padStart(7),
      goal.toFixed(2).padStart(6),
      verdict(isReached),
      aim.toFixed(2).padStart(6),
      verdict(isAimReached),
    ].join(' '),
  )
  const head = [
    'figure'.padEnd(46),
    'ours ms'.padStart(9),
    'bare ms'.padStart(9),
    'ratio'.padStart(7),
    'goal'.padStart(6),
    '       ',
    'aim'.padStart(6),
  ].join(' ')
  process.stdout.write(`${head}\n${lines.join('\n')}\n`)
}
