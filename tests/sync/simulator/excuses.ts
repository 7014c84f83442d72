/**
 * Reasons why a history counts no violation where a check found one. Each is counted only where it
 * decides: without it the history would have failed.
 */
export const EXCUSES = {
  evicted: 'the browser evicted the database while the edit waited, was parked or was kept',
  signedOut: 'a sign-out removed the kept edit before the server that had lost it was noticed',
  fileEvicted: 'the browser evicted the database that knew the file',
  fileBytes: 'the server lost the bytes with the file; its name and place are parked',
  unaware: 'the device had no sign yet that the server went back in time',
  placeGone: 'the row that the word belongs to was deleted',
  takenBack: 'the writer took the override back',
  cleared: 'the writer of the new word had removed the former one',
  definition: 'a refused definition holds the words of others',
  merged: 'a later edit of the same fields was sent in its place',
  fileAgain: 'the file of the edit is being sent again from the beginning',
  removing: 'the removal of the override is waiting to be sent',
} as const
export type Excuse = keyof typeof EXCUSES
export type ExcuseCounts = Partial<Record<Excuse, number>>

export interface Excuses {
  /** Records that the excuse prevented a violation. */
  use(excuse: Excuse): void
  readonly counts: Readonly<ExcuseCounts>
}
export const createExcuses = (): Excuses => {
  const counts: ExcuseCounts = {}
  return {
    counts,
    use(excuse) {
      counts[excuse] = (counts[excuse] ?? 0) + 1
    },
  }
}

export const addExcuses = (sum: ExcuseCounts, more: ExcuseCounts): void => {
  for (const [excuse, count] of Object.entries(more) as [Excuse, number][])
    sum[excuse] = (sum[excuse] ?? 0) + count
}

/** One line for each excuse, also for those that no history used. */
export const excuseLines = (counts: ExcuseCounts): string[] =>
  (Object.entries(EXCUSES) as [Excuse, string][]).map(
    ([excuse, reason]) => `excused ${counts[excuse] ?? 0} times: ${reason} (${excuse})`,
  )
