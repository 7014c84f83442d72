import type { Commitment } from '../../entities/commitment.ts'
import type { Addendum } from '../../entities/history.ts'
import type { Deadline, Project, ProjectState } from '../../entities/project.ts'
import type { Document, Package, Requirement } from '../../entities/structure.ts'
import { Refusal } from '../../refusal.ts'
import { changeDeadline, futureInstant } from './deadline-change.ts'
import { type ApprovedOpening, openAnswers, requireRoomForOpening } from './opening.ts'
import type { Transition } from './project-transitions.ts'
import { weightProblem } from '../evaluation/weights.ts'

/** What a move looks at besides the project; what its effect does not need may be left empty. */
export interface MoveFacts {
  project: Project
  requirements: readonly Pick<Requirement, 'id' | 'status' | 'updatedOn'>[]
  packages: readonly Pick<Package, 'id' | 'weight'>[]
  documents: readonly Pick<Document, 'packageId' | 'weight'>[]
  commitments: readonly Pick<Commitment, 'id' | 'requirementId' | 'submitted'>[]
  /** Vendors invited already. */
  vendorIds: readonly number[]
}

export interface MoveInput {
  /** ms since the epoch, the server's clock. */
  now: number
  by: number
  deadline?: Deadline | undefined
  /** Needed where the deadline of a sealed, published project changes. */
  deadlineReason?: string | undefined
  /** Of an opening before the deadline. */
  approved?: ApprovedOpening | undefined
  vendorIds?: readonly number[] | undefined
  /** Of the project that a new version makes. */
  newVersion?: { id: string; version: string } | undefined
}

/** All that a move does. The caller writes it in one transaction. */
export interface MoveOutcome {
  project: Project
  /** Vendors to invite: wanted and not there yet. */
  addedVendorIds: number[]
  /** What a republishing froze. */
  addendum: Addendum | null
  /** Answers that fall back to saved. */
  reopenedIds: string[]
  /** The new version, INITIALIZING until the copy is whole. */
  newVersion: Project | null
  /** Which project the call names in its answer: the new version where there is one. */
  projectId: string
}

type Effect = (facts: MoveFacts, input: MoveInput) => Partial<MoveOutcome>

function withDeadline(project: Project, { deadline, deadlineReason, now }: MoveInput): Project {
  if (deadline !== undefined)
    return changeDeadline(project, { deadline, reason: deadlineReason, now })
  if (project.deadline === null) throw new Refusal('DEADLINE_MISSING', { field: 'deadline' })
  return { ...project, deadlineAt: futureInstant(project.deadline, now) }
}

const reopen: Effect = ({ project }, input) => {
  requireRoomForOpening(project)
  return { project: withDeadline(project, input) }
}

function requirePublishable({ requirements, packages, documents }: MoveFacts): void {
  if (requirements.length === 0) throw new Refusal('NOTHING_TO_PUBLISH')
  const sets = [
    packages,
    ...packages.map(({ id }) => documents.filter(({ packageId }) => packageId === id)),
  ]
  for (const set of sets) {
    const problem = weightProblem(set.map(({ weight }) => weight))
    if (problem !== null) throw new Refusal('WEIGHT_TOTAL', { detail: problem })
  }
}

const addVendors: Effect = ({ vendorIds }, input) => {
  const wanted = [...new Set(input.vendorIds)]
  if (wanted.length === 0) throw new Refusal('VENDORS_MISSING', { field: 'vendorIds' })
  return { addedVendorIds: wanted.filter((id) => !vendorIds.includes(id)) }
}

const publish: Effect = (facts, input) => {
  requirePublishable(facts)
  return { project: { ...withDeadline(facts.project, input), publishedOn: input.now } }
}

/**
 * Answers to what changed since the last publishing have to be looked at and submitted again; all
 * others stay submitted.
 */
const republish: Effect = ({ project, requirements, commitments }, input) => {
  const since = project.publishedOn ?? 0
  const fresh = requirements.filter(({ updatedOn }) => updatedOn > since)
  const changed = new Set(fresh.filter(({ status }) => status === 'CHANGED').map(({ id }) => id))
  const number = project.addendum + 1
  return {
    project: { ...withDeadline(project, input), addendum: number, publishedOn: input.now },
    addendum: {
      projectId: project.id,
      number,
      requirementIds: fresh.map(({ id }) => id),
      by: input.by,
      on: input.now,
    },
    reopenedIds: commitments
      .filter(({ submitted, requirementId }) => submitted && changed.has(requirementId))
      .map(({ id }) => id),
  }
}

/** This version is put away; the new one starts where a publishing has not been. */
const createVersion: Effect = ({ project }, { now, newVersion }) => {
  if (newVersion === undefined)
    throw new Refusal('INPUT_INVALID', {
      field: 'newVersion',
      detail: { field: 'newVersion', problem: 'is missing' },
    })
  // Who changed what after which opening stays with the version in which it was.
  const { scoringChanges: _left, ...kept } = project
  const next: Project = {
    ...kept,
    ...newVersion,
    state: 'INITIALIZING',
    deadline: null,
    deadlineAt: null,
    addendum: 0,
    publishedOn: null,
    createdOn: now,
    updatedOn: now,
    evaluation: { ...project.evaluation, knockOutsApplied: false },
    openings: [],
    deadlineExtensions: [],
  }
  return { project: { ...project, state: 'ARCHIVED' }, newVersion: next, projectId: next.id }
}

const EFFECTS: { readonly [E in Transition['effect']]: Effect } = {
  move: () => ({}),
  open: ({ project }, input) => ({ project: openAnswers(project, input) }),
  'put-away': ({ project }) => ({
    project: project.sealed ? { ...project, archivedSealed: true } : project,
  }),
  'move-with-vendors': addVendors,
  'add-vendors': addVendors,
  publish,
  republish,
  reopen,
  'new-version': createVersion,
  none: ({ project }) => ({ project: { ...project } }),
}

/**
 * Effects after which the project stands in another state than the move's name says, or in none of
 * its own.
 */
const OWN_STATE: readonly Transition['effect'][] = ['new-version', 'none']

/**
 * What the move does, or a Refusal with what it still needs. Whether the move exists and who may
 * make it was asked before.
 */
export function moveOutcome(
  { to, effect }: Transition,
  facts: MoveFacts,
  input: MoveInput,
): MoveOutcome {
  const { project } = facts
  const done = EFFECTS[effect](facts, input)
  const moved = done.project ?? project
  return {
    addedVendorIds: [],
    addendum: null,
    reopenedIds: [],
    newVersion: null,
    projectId: project.id,
    ...done,
    project: OWN_STATE.includes(effect) ? moved : { ...moved, state: to },
  }
}

/**
 * States that the system moves a project to by itself, in order, once its deadline has passed; in
 * one transaction.
 */
export function dueStates(
  project: Pick<Project, 'state' | 'deadlineAt' | 'stopInValidation'>,
  now: number,
): ProjectState[] {
  if (project.state !== 'PUBLISHED' || project.deadlineAt === null || now < project.deadlineAt)
    return []
  return project.stopInValidation ? ['VALIDATION'] : ['VALIDATION', 'EVALUATION']
}

/** The end of the copying: a new project opens as DRAFT, a new version as PREPARATION. */
export function finishInitializing(project: Project, to: 'DRAFT' | 'PREPARATION'): Project {
  if (project.state !== 'INITIALIZING')
    throw new Refusal('state.wrong', { detail: { from: project.state, to } })
  return { ...project, state: to }
}
