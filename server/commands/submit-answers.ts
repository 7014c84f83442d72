import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FieldConflict } from '#schema/api/sync.ts'
import { commitmentId } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import {
  type RefusedAnswers,
  requireSome,
  submitItems,
  type SubmitItem,
  submitItemsOf,
} from '#schema/mutations/commitments-submit.ts'
import { openForAnswers } from '#schema/mutations/commitments.ts'
import type { CommandArgs } from '#schema/mutations/inputs.ts'
import type { MutationTx } from '#schema/mutations/mutation.ts'
import type { Refusal } from '#schema/refusal.ts'
import { leftRow } from '#schema/rules/answers/left-rows.ts'
import { SUBMIT_EFFORT } from '#schema/rules/definition/match-effort.ts'
import type { Queries } from '../database/database.ts'
import { type CommandServices, requireActor, runOverRows } from './execute.ts'
import type { JudgedAnswer, Judgement } from './judge/judge-answers.ts'
import { createMutationTx } from './mutation-tx.ts'
import { receiptSealer } from '../security/receipt-seal.ts'
import { wantedRows } from './prefetch.ts'
import { ProjectRows } from './project-rows.ts'
import { closeUnit, openUnit } from './project-unit.ts'

type Args = CommandArgs['commitments.submit']
/**
 * `begin` runs in each transaction, once the project is locked; if it returns false, the submit was
 * already processed and stops.
 */
export interface Submitter {
  userId: number
  begin?: (tx: Queries) => Promise<boolean>
}

/*
 * One submit runs as many short transactions so that other writers get their turn. A slice of
 * answers is read outside any transaction, checked in another thread, and then written if its rows
 * have not changed. A submit that ends halfway is sent again; answers submitted with the same
 * content keep their receipt.
 */
const SLICE_ITEMS = 20
const SLICE_EFFORT = 1_500_000
/** How often an answer that changes during its check is checked in all. */
const MOST_TRIES = 3

/** The remaining work of one submit. */
interface Course {
  waiting: SubmitItem[]
  left: Map<string, Refusal>
  tries: Map<string, number>
  effort: number
  sliceItems: number
}

/**
 * Submits every answer that can be submitted. Refuses if none can be.
 * @returns the answers not submitted, by requirement, each with its reason
 */
export const submitAnswers = async (
  services: CommandServices,
  submitter: Submitter,
  args: Args,
): Promise<RefusedAnswers> => {
  await requireOpen(services, submitter.userId, args)
  const course: Course = {
    waiting: submitItemsOf(args),
    left: new Map(),
    tries: new Map(),
    effort: SUBMIT_EFFORT,
    sliceItems: SLICE_ITEMS,
  }
  while (course.waiting.length > 0) {
    const slice = course.waiting.slice(0, course.sliceItems)
    const { releases, judged } = await judgeSlice(services, args, { slice, course })
    const items = course.waiting.splice(0, judged.length)
    const left = await writeSlice(services, submitter, { args, items, releases, judged })
    if (left === null) break
    settle(course, items, left)
    if (course.waiting.length > 0) await nextTurn()
  }
  requireSome(args, course.left)
  return course.left
}

/** The answers not submitted, in the form that a push result uses. */
export const leftRows = (vendorId: number, left: RefusedAnswers): FieldConflict[] =>
  [...left].map(([requirementId, reason]) =>
    leftRow({ entity: 'commitment', id: commitmentId(requirementId, vendorId) }, reason),
  )

/** Refuses before any answer is read or checked if the person may not submit here. */
const requireOpen = (
  { database, clock }: CommandServices,
  userId: number,
  { projectId, vendorId }: Args,
): Promise<void> =>
  database.read(async (queries) => {
    const rows = new ProjectRows(queries, projectId)
    const actor = await requireActor(queries, { rows }, userId)
    const { tx } = createMutationTx({
      rows,
      actor,
      now: clock(),
      base: null,
      heldFile: async () => null,
      isOnTeam: async () => false,
    })
    await openForAnswers(tx, projectId, vendorId)
  })

interface Slice {
  slice: readonly SubmitItem[]
  course: Course
}
type JudgedSlice = { releases: Release[]; judged: JudgedAnswer[] }

const judgeSlice = async (
  { database, judge, onError }: CommandServices,
  args: Args,
  { slice, course }: Slice,
): Promise<JudgedSlice> => {
  const { projectId } = args
  if (course.effort <= 0) return { releases: [], judged: slice.map(unchecked) }
  const { queries } = database
  const releases = await new ProjectRows(queries, projectId).list('release', 'projectId', projectId)
  const requirements = await readBodies(queries, 'requirements', {
    projectId,
    ids: slice.map(({ requirementId }) => requirementId),
  })
  const answers = await readBodies(queries, 'commitments', {
    projectId,
    ids: slice.map(({ requirementId }) => commitmentId(requirementId, args.vendorId)),
  })
  const asked = slice.map(({ requirementId, contentHash }) => ({
    requirementId,
    contentHash,
    requirement: requirements.get(requirementId) ?? null,
    answer: answers.get(commitmentId(requirementId, args.vendorId)) ?? null,
  }))
  try {
    const { judged, effort }: Judgement = await judge({
      answers: asked,
      releases,
      effort: Math.min(SLICE_EFFORT, course.effort),
    })
    course.effort -= effort
    return { releases, judged }
  } catch (error) {
    onError(error)
    return { releases, judged: afterFailure(slice, course) }
  }
}

/**
 * When a slice cannot be checked, later slices hold one answer each. When a single answer cannot be
 * checked, it and all remaining answers stay unchecked.
 */
const afterFailure = (slice: readonly SubmitItem[], course: Course): JudgedAnswer[] => {
  if (slice.length === 1) course.effort = 0
  course.sliceItems = 1
  return slice.length === 1 ? slice.map(unchecked) : []
}

const unchecked = ({ requirementId, contentHash }: SubmitItem): JudgedAnswer => ({
  requirementId,
  contentHash,
  requirementOn: 0,
  verdict: { kind: 'unchecked' },
})

const readBodies = async (
  queries: Queries,
  table: 'requirements' | 'commitments',
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> => {
  const rows = await queries
    .selectFrom(table)
    .select(['id', 'body'])
    .where('project_id', '=', projectId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, body }) => [id, body]))
}

interface CheckedSlice extends JudgedSlice {
  args: Args
  items: readonly SubmitItem[]
}

/**
 * Writes one slice in one transaction.
 * @returns null if the submit was already processed
 */
const writeSlice = async (
  { database, clock, publish }: CommandServices,
  { userId, begin }: Submitter,
  { args, items, releases, judged }: CheckedSlice,
): Promise<RefusedAnswers | null> => {
  if (items.length === 0) return new Map()
  const wanted = wantedRows('commitments.submit', { ...args, items: [...items] })
  const written = await database.write(async (tx) => {
    const unit = await openUnit(tx, { dialect: database.dialect, clock }, args.projectId)
    if (begin !== undefined && !(await begin(tx))) return null
    const actor = await requireActor(tx, unit, userId)
    let left: RefusedAnswers = new Map()
    const over = {
      wanted,
      base: null,
      verdictOf: verdictIn(judged, releases),
      sealReceipt: receiptSealer(database.keys),
      work: async (mutation: MutationTx) => {
        left = await submitItems(mutation, { ...args, items })
      },
    }
    await runOverRows(unit, actor, over)
    return { left, commit: await closeUnit(tx, unit, { id: actor.userId, name: actor.name }) }
  })
  if (written !== null) publish(written.commit)
  return written?.left ?? null
}

const stampOf = (rows: readonly { id: string; updatedOn: number }[]): string =>
  rows
    .map(({ id, updatedOn }) => `${id} ${updatedOn}`)
    .sort()
    .join()

/**
 * Looks up the result of a check inside the transaction: stale if the requirement or a release has
 * changed since the check.
 */
const verdictIn = (
  judged: readonly JudgedAnswer[],
  releases: readonly Release[],
): NonNullable<MutationTx['verdictOf']> => {
  const found = new Map(judged.map((one) => [one.requirementId, one]))
  const stamp = stampOf(releases)
  return (requirement, _answer, now) => {
    const one = found.get(requirement.id)
    if (one?.verdict.kind === 'unchecked') return one.verdict
    return one === undefined ||
      one.requirementOn !== requirement.updatedOn ||
      stampOf(now) !== stamp
      ? { kind: 'stale' }
      : one.verdict
  }
}

/** Queues answers that became stale for another check, at most MOST_TRIES in all. */
const settle = (course: Course, items: readonly SubmitItem[], left: RefusedAnswers): void => {
  for (const item of items) {
    const refusal = left.get(item.requirementId)
    const tries = (course.tries.get(item.requirementId) ?? 0) + 1
    course.tries.set(item.requirementId, tries)
    if (refusal === undefined) continue
    if (refusal.code === 'SUBMIT_AGAIN' && tries < MOST_TRIES) course.waiting.push(item)
    else course.left.set(item.requirementId, refusal)
  }
}
