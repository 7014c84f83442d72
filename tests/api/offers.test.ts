import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  PROJECT_OFFER_NAMES,
  type ProjectOffer,
  projectOfferDenial,
  type ProjectView,
} from '#client/lib/offers/project-offers.ts'
import { API } from '#schema/api/index.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { PROJECT_STATES } from '#schema/entities/project.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import type { Name } from './authorization/cast.ts'
import { MATRIX } from './authorization/matrix.ts'
import { type Attempt, type MatrixRow, PUBLIC } from './authorization/matrix-row.ts'
import { buildMatrixWorld, type MatrixWorld } from './authorization/matrix-world.ts'
import { askAs, faultOf } from './offers/ask-as.ts'
import { PROJECT_CALLS } from './offers/project-calls.ts'

/** One person of each kind who opens a project, and one who does not. */
const PEOPLE = [
  'owner',
  'org-admin',
  'project-admin',
  'author',
  'collaborator',
  'approver',
  'reviewer',
  'sys-admin',
  'alpha-primary',
  'alpha-contact',
] as const satisfies readonly Name[]
/** Rights are decided before any row is read, so a few people suffice on PostgreSQL. */
const ASKED =
  testDatabaseKind === 'postgres'
    ? PEOPLE.filter((name) => /^(owner|author|alpha-primary)$/.test(name))
    : PEOPLE
const STATES = PROJECT_STATES

let world: MatrixWorld
beforeAll(async () => {
  world = await buildMatrixWorld()
})
afterAll(async () => {
  await world.close()
})

const endpointOf = (call: string): Endpoint => {
  const [slice = '', name = ''] = call.split('.')
  const rows: Readonly<Record<string, Endpoint>> = API[slice as keyof typeof API]
  const row = rows[name]
  if (row === undefined) throw new Error(`the contract has no ${call}`)
  return row
}
const attemptOf = ({ call, at = 0 }: { call: string; at?: number }): Attempt => {
  const [slice = '', name = ''] = call.split('.')
  const rows: Readonly<Record<string, MatrixRow | typeof PUBLIC>> =
    MATRIX[slice as keyof typeof MATRIX]
  const row = rows[name]
  const attempt = row === undefined || row === PUBLIC ? undefined : row(world.ids)[at]
  if (attempt === undefined) throw new Error(`the matrix has no input for ${call}`)
  return attempt
}
/** The project as stored on the person's device; null if it is not shown to them. */
const viewOf = async (as: Name): Promise<ProjectView | null> => {
  const answer = await askAs(world, as, API.projects.get, { params: { id: 'project' } })
  if (answer.status >= 400) return null
  const { me, ...project } = v.parse(API.projects.get.reply, JSON.parse(answer.text))
  return { project, actor: { userId: world.ids.users[as], name: as, ...me }, now: world.clock.now }
}
const aboutOf = (offer: ProjectOffer, view: ProjectView): ProjectView => {
  const { about } = PROJECT_CALLS[offer]
  const subject = about?.(view.actor, world.ids.companies.alpha)
  return {
    ...view,
    hasOpeningRequest: offer !== 'opening.request',
    ...(subject === undefined ? {} : { in: subject }),
  }
}

describe.each(STATES)('[OF1] in %s', (state) => {
  test.each(ASKED)(
    '%s is offered every action that the server accepts, and none that it always refuses',
    async (as) => {
      const faults: string[] = []
      for (const isSealed of state === 'PUBLISHED' ? [true, false] : [true]) {
        const before = await world.enter(state, isSealed)
        const view = await viewOf(as)
        if (view === null) continue
        for (const offer of PROJECT_OFFER_NAMES) {
          const isOffered = projectOfferDenial(offer, aboutOf(offer, view)) === null
          const { call, body, withheld } = PROJECT_CALLS[offer]
          const attempt = attemptOf(PROJECT_CALLS[offer])
          const answer = await askAs(world, as, endpointOf(call), {
            ...attempt,
            ...(body === undefined ? {} : { body: { ...attempt.body, ...body } }),
          })
          const fault = faultOf(offer, isOffered, answer, withheld)
          if (fault !== null) faults.push(isSealed ? fault : `unsealed: ${fault}`)
          if (answer.status < 400) await world.tables.restore(before)
        }
      }
      expect(faults).toEqual([])
    },
  )
})
