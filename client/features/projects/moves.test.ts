import { expect, test } from 'vitest'
import { PROJECT_STATES } from '#schema/entities/project.ts'
import { transitionsFrom } from '#schema/rules/project/project-transitions.ts'
import { buildOwner, buildProject } from '../../../tests/support/project-rows.ts'
import { PROJECT_OFFER_NAMES, projectOfferDenial } from '../../lib/offers/project-offers.ts'
import { isForward, movesFrom } from './moves.ts'

test('one move leads on from a state, and none from a running project, which ends at its deadline', () => {
  const forward = PROJECT_STATES.flatMap((state) =>
    transitionsFrom(state)
      .filter(isForward)
      .map(({ label }) => `${state}: ${label}`),
  )
  expect(forward).toEqual([
    'DRAFT: Move to preparation',
    'PREPARATION: Publish',
    'VALIDATION: Start evaluation',
    'EVALUATION: Close',
  ])
})

test('menus offer no move from INITIALIZING, EVALUATED and ARCHIVED, and the owner of an evaluated project keeps what is not content', () => {
  const viewOf = (state: (typeof PROJECT_STATES)[number]) => ({
    actor: buildOwner(),
    project: buildProject({ state }),
    now: 0,
  })
  const offered = (state: (typeof PROJECT_STATES)[number]) =>
    PROJECT_OFFER_NAMES.filter((offer) => projectOfferDenial(offer, viewOf(state)) === null)
  for (const state of ['INITIALIZING', 'EVALUATED', 'ARCHIVED'] as const)
    expect(movesFrom(viewOf(state)), state).toEqual([])
  expect(movesFrom(viewOf('EVALUATION')).length).toBeGreaterThan(0)
  expect(offered('INITIALIZING')).toEqual(['project.follow', 'restrictions.view'])
  expect(offered('EVALUATED')).toEqual([
    'project.changeOwner',
    'project.follow',
    'notification.send',
    'members.add',
    'members.remove',
    'members.setRoles',
    'restrictions.view',
    'owners.set',
    'discussions.start',
    'comments.reply',
  ])
})
