import { expect, test } from 'vitest'
import { PROJECT_STATES } from '#schema/entities/project.ts'
import { transitionsFrom } from '#schema/rules/project/project-transitions.ts'
import { isForward } from './moves.ts'

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
