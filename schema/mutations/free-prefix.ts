import type { Document } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { prefixProblem } from '../rules/diff/lineage.ts'
import type { MutationTx } from './mutation.ts'

type Wanted = Pick<Document, 'projectId' | 'id' | 'lineageId' | 'prefix'>

/**
 * Refuses a prefix that another document of the project has, or had in another version of it.
 * @param field of the command, which names the prefix
 */
export async function requireFreePrefix(
  tx: MutationTx,
  wanted: Wanted,
  field: string,
): Promise<void> {
  const documents = await tx.list('document', 'projectId', wanted.projectId)
  const former = (await tx.formerDocuments?.()) ?? []
  const problem = prefixProblem(wanted, documents, former)
  if (problem !== null) throw new Refusal(problem, { field })
}
