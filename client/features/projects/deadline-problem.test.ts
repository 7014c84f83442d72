// @vitest-environment jsdom
import { beforeAll, expect, it } from 'vitest'
import { startLocale } from '../../locales/start-locale.ts'
import { buildProject } from '../../../tests/support/project-rows.ts'
import {
  DEADLINE_INPUT,
  deadlineProblems,
  isReasonNeeded,
  REASON_INPUT,
} from './deadline-problem.ts'

beforeAll(() => startLocale('en'))

const day = (year: number) => ({ date: `${year}-01-31`, zone: 'UTC' })
const published = buildProject({
  state: 'PUBLISHED',
  deadline: day(2090),
  deadlineAt: Date.UTC(2090, 1, 1),
})

it.each([
  ['a later deadline of a sealed project', published, day(2091), true],
  ['the same instant', published, day(2090), false],
  ['no deadline', published, null, false],
  ['a project without seal', { ...published, sealed: false }, day(2091), false],
  ['a project in preparation', { ...published, state: 'PREPARATION' as const }, day(2091), false],
])('a reason is needed for %s: %#', (_case, project, deadline, isNeeded) => {
  expect(isReasonNeeded(project, deadline)).toBe(isNeeded)
})

it.each([
  ['no deadline', null, '', [DEADLINE_INPUT]],
  ['a deadline that has passed', day(2020), 'Why', [DEADLINE_INPUT]],
  ['an earlier deadline', day(2089), 'Why', [DEADLINE_INPUT]],
  ['an unknown zone', { date: '2091-01-31', zone: 'Nowhere' }, 'Why', [DEADLINE_INPUT]],
  ['a later one without a reason', day(2091), ' ', [REASON_INPUT]],
  ['a later one with a reason', day(2091), ' Why ', []],
  ['the same one without a reason', day(2090), '', []],
])('%s', (_case, deadline, reason, inputs) => {
  expect(deadlineProblems(published, deadline, reason).map(({ inputId }) => inputId)).toEqual(
    inputs,
  )
})
