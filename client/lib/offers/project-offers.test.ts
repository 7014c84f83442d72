import { afterEach, expect, it } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { effectivePermissions } from '#schema/rules/access/access.ts'
import {
  buildCollaborator,
  buildOwner,
  buildProject,
  buildVendorContact,
} from '../../../tests/support/project-rows.ts'
import {
  isPassing,
  PROJECT_OFFER_NAMES,
  type ProjectOffer,
  projectOfferDenial,
  type ProjectView,
} from './project-offers.ts'
import { leaveVendorView, showVendorView, type VendorView } from '../vendor-view.ts'

const BEFORE = Date.parse('2030-01-01T00:00:00Z')
const AFTER = Date.parse('2030-03-01T00:00:00Z')
const view = (
  actor: ProjectActor,
  project: Partial<Project> = {},
  rest: Partial<ProjectView> = {},
): ProjectView => ({ actor, project: buildProject(project), now: BEFORE, ...rest })
const reasonOf = (offer: ProjectOffer, seen: ProjectView): string | null =>
  projectOfferDenial(offer, seen)?.reason.kind ?? null
const published = { state: 'PUBLISHED', publishedOn: 1 } as const
const owner = buildOwner()
afterEach(leaveVendorView)

it('moves are offered in the states that they start from', () => {
  expect(reasonOf('move.publish', view(owner))).toBe(null)
  expect(reasonOf('move.publish', view(owner, { state: 'DRAFT' }))).toBe('state')
  expect(reasonOf('move.closed', view(owner, published))).toBe('state')
  expect(reasonOf('move.preparation', view(owner, { state: 'DRAFT' }))).toBe(null)
  expect(reasonOf('move.publish', view(buildVendorContact(), published))).not.toBe(null)
})

it('sealed answers are opened early only by a request and its confirmation', () => {
  const early = view(owner, published)
  expect(reasonOf('move.validation', early)).toBe('sealed')
  expect(reasonOf('opening.request', early)).toBe(null)
  expect(reasonOf('opening.withdraw', early)).toBe('relation')
  const asked = { ...early, hasOpeningRequest: true }
  expect(reasonOf('opening.request', asked)).toBe('relation')
  expect(reasonOf('opening.withdraw', asked)).toBe(null)
  const late = view(owner, published, { now: AFTER })
  expect(reasonOf('move.validation', late)).toBe(null)
  expect(reasonOf('opening.request', late)).toBe('relation')
  const open = view(owner, { ...published, sealed: false })
  expect(reasonOf('move.validation', open)).toBe(null)
  expect(reasonOf('opening.request', open)).toBe('relation')
})

it('only the primary contact gives parts to colleagues', () => {
  const contact = buildVendorContact()
  expect(reasonOf('answers.edit', view(contact, published))).toBe(null)
  expect(reasonOf('parts.assign', view(contact, published))).toBe('primary')
  const primary = {
    ...contact,
    permissions: effectivePermissions(['role-vendor-primary-contact'], false),
  }
  expect(reasonOf('parts.assign', view(primary, published))).toBe(null)
  expect(reasonOf('parts.assign', view(primary, { state: 'CLOSED' }))).not.toBe(null)
})

it('the owner of content and people who may write all content edit it until it is published', () => {
  const helper = buildCollaborator('role-project-req-colaborator')
  const own = { in: { isAssigned: true } }
  expect(reasonOf('requirements.edit', view(helper))).not.toBe(null)
  expect(reasonOf('requirements.edit', view(helper, {}, own))).toBe(null)
  expect(reasonOf('requirements.edit', view(owner))).toBe(null)
  const denial = projectOfferDenial('requirements.edit', view(owner, published))
  expect(denial && isPassing(denial)).toBe(true)
  const other = projectOfferDenial('requirements.edit', view(buildVendorContact(), published))
  expect(other && isPassing(other)).toBe(false)
})

it('the team that sees the project as a vendor may only try answers', () => {
  const seen = view(buildVendorContact(), published)
  const tried = { projectId: seen.project.id } as VendorView
  showVendorView(tried)
  expect(PROJECT_OFFER_NAMES.filter((offer) => reasonOf(offer, seen) === null)).toEqual([
    'answers.edit',
    'answers.editMany',
  ])
  showVendorView({ ...tried, projectId: 'another' })
  expect(reasonOf('answers.submit', seen)).toBe(null)
})
