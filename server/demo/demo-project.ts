import { randomUUIDv7 } from 'node:crypto'
import type { Commitment, Override } from '#schema/entities/commitment.ts'
import type { Project, ProjectState, Release } from '#schema/entities/project.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { deadlineInstant } from '#schema/rules/project/deadline.ts'
import { ranksBetween } from '#schema/rules/evaluation/rank.ts'
import type { CommentRows } from './comments.ts'
import type { ContentRows } from './content-tree.ts'

export interface DemoMember {
  readonly userId: number
  readonly roles: readonly RoleId[]
}
export interface DemoVendor {
  readonly id: number
  readonly name: string
}
/** All rows of one demo project. */
export interface DemoProject extends ContentRows, CommentRows {
  readonly project: Project
  readonly members: readonly DemoMember[]
  readonly vendors: readonly DemoVendor[]
  readonly releases: readonly Release[]
  readonly commitments: readonly Commitment[]
  readonly overrides: readonly Override[]
}
export interface DemoFrame {
  readonly organization: { readonly id: number; readonly name: string }
  readonly owner: { readonly id: number; readonly name: string }
  readonly now: number
}

export const DEMO_ZONE = 'Europe/Bratislava'
const DAY_MS = 86_400_000

interface ProjectPlan {
  name: string
  description: string
  state: ProjectState
  tags: string[]
  deadlineInDays: number | null
}

export const projectRow = ({ organization, owner, now }: DemoFrame, plan: ProjectPlan): Project => {
  const { deadlineInDays, ...texts } = plan
  const deadline =
    deadlineInDays === null
      ? null
      : { date: dateOf(now + deadlineInDays * DAY_MS), zone: DEMO_ZONE }
  return {
    ...texts,
    id: randomUUIDv7(),
    version: '1',
    organizationId: organization.id,
    organizationName: organization.name,
    ownerId: owner.id,
    ownerName: owner.name,
    deadline,
    deadlineAt: deadline && deadlineInstant(deadline),
    sealed: true,
    stopInValidation: true,
    evaluation: { futureCredit: 0, unplannedCredit: 0, knockOutsApplied: false },
    addendum: 0,
    publishedOn: plan.state === 'DRAFT' ? null : now - 28 * DAY_MS,
    createdOn: now - 42 * DAY_MS,
    updatedOn: now,
  }
}

/** Two releases in the coming year. */
export const releaseRows = (projectId: string, now: number): Release[] => {
  const year = new Date(now).getUTCFullYear() + 1
  const ranks = ranksBetween(null, null, 2)
  return [`${year}-03-31`, `${year}-09-30`].map((date, number) => ({
    id: randomUUIDv7(),
    projectId,
    version: `${year}.${number + 1}`,
    number,
    rank: ranks[number] ?? '',
    date,
    updatedOn: now,
  }))
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
