import { describe, expect, test } from 'vitest'
import {
  isUntimely,
  LATE_COMMANDS,
  lateAnswers,
  type LateRow,
  seesLateAnswers,
} from './late-answers.ts'
import { COMMAND_ACTIONS, statesOf } from '../project/write-times.ts'

const update = (requirementId: string, vendorId: number, at: number) => ({
  command: 'commitments.update',
  vendorId,
  args: { projectId: 'p', requirementId, vendorId, values: { note: 'late' } },
  at,
})
const by7 = (command: string, args: unknown, at = 10) => ({ command, args, vendorId: 7, at })
const never = () => undefined
const nothing = { requirementIds: [], fileIds: [], commentIds: [] }

describe('lateAnswers', () => {
  test('[LT1] every requirement counts once per vendor, with the time of the last edit', () => {
    expect(
      lateAnswers(
        [update('r2', 7, 10), update('r1', 7, 30), update('r1', 7, 20), update('r1', 5, 5)],
        never,
      ),
    ).toEqual([
      { ...nothing, vendorId: 5, requirementIds: ['r1'], latestOn: 5 },
      { ...nothing, vendorId: 7, requirementIds: ['r1', 'r2'], latestOn: 30 },
    ])
  })

  test.each(['commitments.updateBulk', 'commitments.submit'])(
    '[LT1] %s counts each of its requirements',
    (command) => {
      const items = [
        { requirementId: 'r1', values: {} },
        { requirementId: 'r2', values: {} },
      ]
      expect(lateAnswers([by7(command, { projectId: 'p', vendorId: 7, items })], never)).toEqual([
        { ...nothing, vendorId: 7, requirementIds: ['r1', 'r2'], latestOn: 10 },
      ])
    },
  )

  test('[LT2] an answer that was written since is no longer late', () => {
    const writtenOn = ({ id }: LateRow) => (id === 'r1.7' ? 11 : 9)
    expect(lateAnswers([update('r1', 7, 10), update('r2', 7, 10)], writtenOn)).toEqual([
      { ...nothing, vendorId: 7, requirementIds: ['r2'], latestOn: 10 },
    ])
    expect(lateAnswers([update('r1', 7, 10)], () => 11)).toEqual([])
  })

  test('[LT6] a late file or comment counts once, until it has the state that its author wanted', () => {
    const late = [
      by7('attachments.create', { id: 'f1' }),
      by7('attachments.update', { id: 'f1.7' }),
      by7('attachments.remove', { id: 'f2.7' }, 20),
      by7('comments.create', { id: 'c1' }),
      by7('comments.reply', { id: 'a1', commentId: 'c1.7' }),
      by7('comments.create', { id: 'c1' }, 30),
    ]
    const rows =
      (there: Record<string, number>) =>
      ({ entity, id }: LateRow) =>
        there[`${entity}/${id}`]
    expect(lateAnswers(late, rows({ 'attachment/f2.7': 5 }))).toEqual([
      {
        vendorId: 7,
        requirementIds: [],
        fileIds: ['f1.7', 'f2.7'],
        commentIds: ['a1.7', 'c1.7'],
        latestOn: 30,
      },
    ])
    // The file was added, but its later rename is still missing.
    expect(
      lateAnswers(late, rows({ 'attachment/f1.7': 9, 'comment/c1.7': 40, 'reply/a1.7': 40 })),
    ).toEqual([
      { vendorId: 7, requirementIds: [], fileIds: ['f1.7'], commentIds: [], latestOn: 10 },
    ])
    expect(
      lateAnswers(late, rows({ 'attachment/f1.7': 40, 'comment/c1.7': 40, 'reply/a1.7': 40 })),
    ).toEqual([])
  })

  test('[LT6] every command that the table opens to vendors is counted, but those that stay inside a vendor', () => {
    const opened = Object.entries(COMMAND_ACTIONS).flatMap(([name, action]) =>
      statesOf('vendor', action).length > 0 && !name.startsWith('parts.') ? [name] : [],
    )
    expect([...LATE_COMMANDS].toSorted()).toEqual(opened.toSorted())
  })

  test.each([
    null,
    'text',
    [],
    { requirementId: 3 },
    { vendorId: 7 },
    { items: [null, { requirementId: 3 }] },
  ])('[LT3] a command that names no row counts nothing: %j', (args) => {
    for (const command of [...LATE_COMMANDS, 'projects.update', 'constructor'])
      expect(lateAnswers([by7(command, args)], never)).toEqual([])
  })

  test('[LT4] a refusal is untimely if the state of the project or the clock explains it', () => {
    expect(
      [
        'STATE_FORBIDS',
        'PROJECT_READ_ONLY',
        'DEADLINE_PASSED',
        'NOT_ALLOWED',
        'ROW_DELETED',
        'comment.state',
      ].filter(isUntimely),
    ).toEqual(['STATE_FORBIDS', 'PROJECT_READ_ONLY', 'DEADLINE_PASSED', 'comment.state'])
  })

  test('[LT5] the owner and an administrator of the organization are told, vendors and other collaborators are not', () => {
    const sees = (relation: 'owner' | 'collaborator' | 'vendor', isAdmin: boolean) =>
      seesLateAnswers({ relation, permissions: isAdmin ? ['ORG_ADMIN'] : ['SC_BROWSE'] })
    expect([
      sees('owner', false),
      sees('collaborator', true),
      sees('collaborator', false),
      sees('vendor', true),
      sees('vendor', false),
    ]).toEqual([true, true, false, false, false])
  })
})
