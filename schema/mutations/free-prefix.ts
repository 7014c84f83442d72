import type { Document } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { prefixProblem } from '../rules/diff/lineage.ts'

/** Refuses a prefix that another document of the project has. */
export function requireFreePrefix(
  documents: readonly Document[],
  wanted: Pick<Document, 'id' | 'prefix'>,
  field: string,
): void {
  const problem = prefixProblem(wanted, documents, [])
  if (problem !== null) throw new Refusal(problem, { field })
}
