import type { Document } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { prefixProblem } from '../rules/diff/versions.ts'

/** A prefix belongs to one document of the project. */
export function requireFreePrefix(
  documents: readonly Document[],
  id: string,
  prefix: string,
  field: string,
): void {
  const problem = prefixProblem(prefix, { id }, documents, [])
  if (problem !== null) throw new Refusal(problem, { field })
}
