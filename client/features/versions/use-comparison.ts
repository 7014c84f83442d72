import { useEffect, useState } from 'react'
import { diffTreesInTurns, type ProjectTree, type TreeDiff } from '#schema/rules/diff/diff-tree.ts'
import { runInTurns } from './run-in-turns.ts'

/** Some rows change together, as in an import: compare them once. */
const SETTLE_MS = 50

/**
 * Compares two versions without blocking the page; null until the first result. After a change the
 * last result stays until the next one is ready.
 */
export const useComparison = (
  before: ProjectTree | null,
  after: ProjectTree | null,
): readonly TreeDiff[] | null => {
  const [nodes, setNodes] = useState<readonly TreeDiff[] | null>(null)
  const [problem, setProblem] = useState<{ error: unknown } | null>(null)
  const isFirst = nodes === null
  useEffect(() => {
    if (before === null || after === null) return
    const stop = new AbortController()
    const compare = () =>
      runInTurns(diffTreesInTurns(before, after), stop.signal).then(
        (found) => found !== null && setNodes(found),
        (error: unknown) => setProblem({ error }),
      )
    const timer = setTimeout(() => void compare(), isFirst ? 0 : SETTLE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
    // The wait depends on the first result, but its arrival must not start another comparison.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [before, after])
  if (problem !== null) throw problem.error
  return nodes
}
