import { describe, expect, test } from 'vitest'
import { isUntimely, lateAnswers, seesLateAnswers } from './late-answers.ts'

const update = (requirementId: string, vendorId: number, at: number) => ({ args: { projectId: 'p', requirementId, vendorId, values: { note: 'late' } }, at })
const never = () => undefined

describe('lateAnswers', () => {
  test('[LT1] every requirement counts once per vendor, with the time of the last edit', () => {
    expect(lateAnswers([update('r2', 7, 10), update('r1', 7, 30), update('r1', 7, 20), update('r1', 5, 5)], never)).toEqual([
      { vendorId: 5, requirementIds: ['r1'], latestOn: 5 }, { vendorId: 7, requirementIds: ['r1', 'r2'], latestOn: 30 },
    ])
  })

  test('[LT1] a bulk command counts each of its requirements', () => {
    const bulk = { args: { projectId: 'p', vendorId: 7, items: [{ requirementId: 'r1', values: {} }, { requirementId: 'r2', values: {} }] }, at: 10 }
    expect(lateAnswers([bulk], never)).toEqual([{ vendorId: 7, requirementIds: ['r1', 'r2'], latestOn: 10 }])
  })

  test('[LT2] what was written since is no longer late', () => {
    const writtenOn = (requirementId: string) => (requirementId === 'r1' ? 11 : 9)
    expect(lateAnswers([update('r1', 7, 10), update('r2', 7, 10)], writtenOn)).toEqual([{ vendorId: 7, requirementIds: ['r2'], latestOn: 10 }])
    expect(lateAnswers([update('r1', 7, 10)], () => 11)).toEqual([])
  })

  test.each([null, 'text', [], { vendorId: 'x', requirementId: 'r1' }, { vendorId: 7 }, { vendorId: 7, items: [null, { requirementId: 3 }] }])('[LT3] a command that names no answer counts nothing: %j', (args) => {
    expect(lateAnswers([{ args, at: 1 }], never)).toEqual([])
  })

  test('[LT4] untimely are the refusals that the state of the project or the clock explains', () => {
    expect(['STATE_FORBIDS', 'PROJECT_READ_ONLY', 'DEADLINE_PASSED', 'NOT_ALLOWED', 'ROW_DELETED', 'comment.state'].filter(isUntimely)).toEqual(['STATE_FORBIDS', 'PROJECT_READ_ONLY', 'DEADLINE_PASSED', 'comment.state'])
  })

  test('[LT5] the owner and an administrator of the organization are told, vendors and other collaborators are not', () => {
    const sees = (relation: 'owner' | 'collaborator' | 'vendor', isAdmin: boolean) => seesLateAnswers({ relation, permissions: isAdmin ? ['ORG_ADMIN'] : ['SC_BROWSE'] })
    expect([sees('owner', false), sees('collaborator', true), sees('collaborator', false), sees('vendor', true), sees('vendor', false)]).toEqual([true, true, false, false, false])
  })
})
