/**
 * Far more processor time than linear work on 200,000 signs needs on a busy machine, and less than
 * quadratic work takes.
 */
export const LINEAR_MS = 6_000

/** Processor time spent by this process so far; other processes of the machine do not count. */
export const spentProcessorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

export const processorMsOf = (work: () => void): number => {
  const start = spentProcessorMs()
  work()
  return spentProcessorMs() - start
}
