import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Row } from '#schema/entities/rows.ts'
import { type Completeness, completenessOf } from '#schema/rules/definition/completeness.ts'
import {
  readStatements,
  type RequirementStatements,
} from '#schema/rules/evaluation/evaluation-rows.ts'
import { isAnswered } from '../database/entity-tables.ts'
import { createQueue } from '../security/queue.ts'

/**
 * Statements by the text of a definition, so that requirements with the same definition are parsed
 * once.
 */
export type StatementsByDefinition = ReadonlyMap<string, RequirementStatements>

const DEFINITIONS_AT_ONCE = 200
const ANSWERS_AT_ONCE = 2_000

/** Each job holds the rows of a whole project; more parallel jobs could exhaust the memory. */
const AT_ONCE = { width: 2, most: 200 } as const
const queue = createQueue(AT_ONCE)
/**
 * Queues a job that reads the answers of a whole project; refuses with UNAVAILABLE if too many are
 * waiting.
 */
export const whenMemoryAllows = queue.run

export const readDefinitions = async (
  requirements: readonly Pick<Row<'requirement'>, 'definition'>[],
): Promise<StatementsByDefinition> => {
  const found = new Map<string, RequirementStatements>()
  for (const { definition } of requirements) {
    if (found.has(definition)) continue
    found.set(definition, readStatements(definition))
    if (found.size % DEFINITIONS_AT_ONCE === 0) await nextTurn()
  }
  return found
}

interface AnswerCounts extends Record<Completeness, number> {
  saved: number
  answered: number
  submitted: number
  /** Latest change of an answer in ms; null if there is none. */
  lastActivity: number | null
}

const none = (): AnswerCounts => ({
  saved: 0,
  answered: 0,
  submitted: 0,
  complete: 0,
  partial: 0,
  zero: 0,
  unanswered: 0,
  lastActivity: null,
})

interface Answered {
  requirements: readonly Row<'requirement'>[]
  commitments: readonly Row<'commitment'>[]
  statements: StatementsByDefinition
}

/** Counts the answers per vendor; a vendor without answers has no entry. */
export const countAnswers = async ({
  requirements,
  commitments,
  statements,
}: Answered): Promise<ReadonlyMap<number, AnswerCounts>> => {
  const definitions = new Map(requirements.map(({ id, definition }) => [id, definition]))
  const vendors = new Map<number, AnswerCounts>()
  for (const [i, row] of commitments.entries()) {
    const asked = statements.get(definitions.get(row.requirementId) ?? '')
    const counts = vendors.get(row.vendorId) ?? none()
    vendors.set(row.vendorId, counts)
    count(counts, row, asked)
    if (i % ANSWERS_AT_ONCE === ANSWERS_AT_ONCE - 1) await nextTurn()
  }
  for (const counts of vendors.values()) counts.unanswered += requirements.length - counts.saved
  return vendors
}

const count = (
  counts: AnswerCounts,
  row: Row<'commitment'>,
  asked: RequirementStatements | undefined,
): void => {
  counts.lastActivity = Math.max(counts.lastActivity ?? 0, row.updatedOn)
  if (asked === undefined) return
  counts.saved += 1
  counts.submitted += Number(row.submitted)
  counts.answered += Number(isAnswered(row))
  counts[completenessOf(asked, row)] += 1
}

/** The counts of a vendor without answers. */
export const nothingAnswered = (requirements: number): AnswerCounts => ({
  ...none(),
  unanswered: requirements,
})
