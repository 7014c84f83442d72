import { isEmbedded } from './compiled-once.ts'
import type { Queries } from './database.ts'

type Results<T extends readonly (() => Promise<unknown>)[]> = {
  -readonly [I in keyof T]: Awaited<ReturnType<T[I]>>
}

/**
 * Runs statements that do not depend on each other. PostgreSQL gets them at once, in this order,
 * and answers them in one round trip; SQLite runs them one after the other. Waits for all of them
 * before it throws the first error, so that none runs into a rollback.
 */
export const together = async <const T extends readonly (() => Promise<unknown>)[]>(
  tx: Queries,
  works: T,
): Promise<Results<T>> => {
  const results: unknown[] = []
  if (isEmbedded(tx)) {
    for (const work of works) results.push(await work())
    return results as Results<T>
  }
  const settled = await Promise.allSettled(works.map((work) => work()))
  for (const one of settled) {
    if (one.status === 'rejected') throw one.reason
    results.push(one.value)
  }
  return results as Results<T>
}
