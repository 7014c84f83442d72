import { beforeAll, describe, expect, it } from 'vitest'
import { UNTIMELY_REASONS } from '#schema/rules/answers/late-answers.ts'
import type { ParkedEdit } from '#client/lib/parked.ts'
import { startLocale } from '#client/locales/start-locale.ts'
import {
  buildDefinition,
  buildParameter,
  buildRequirement,
} from '../../../tests/support/project-rows.ts'
import { adviceText, formLine, writtenText } from './parked-words.ts'

beforeAll(() => startLocale('en'))

describe('the text of a parked edit', () => {
  it('contains every text that the person wrote, and no ids', () => {
    const args = {
      projectId: 'p',
      requirementId: 'r',
      vendorId: 7,
      values: {
        how: 'Two\nlines',
        statement: 75,
        'statement.release': -2,
        flag: false,
        empty: null,
      },
    }
    expect(writtenText(args)).toBe(
      'how: Two\nlines\nstatement: 75\nstatement.release: -2\nflag: false',
    )
  })
  it('says labels of fields, options and releases, not their keys', () => {
    const requirement = buildRequirement({
      id: 'r',
      fullId: 'DOC-1',
      definition: buildDefinition({
        answer: [
          buildParameter({
            id: 'level',
            name: 'Adherence',
            options: [{ key: 'supports', label: 'Fully supports', value: 100 }],
          }),
          buildParameter({ id: 'share', name: 'Statement', isStatement: true }),
        ],
      }),
    })
    const args = {
      requirementId: 'r',
      values: { level: 'supports', share: 100, 'share.release': -2 },
    }
    expect(
      writtenText(
        args,
        formLine(() => requirement, []),
      ),
    ).toBe(
      'DOC-1 · Adherence: Fully supports\nDOC-1 · Statement: 100 %\nDOC-1 · Release: Available now',
    )
  })
  it('contains the texts of a bulk edit', () => {
    expect(
      writtenText({
        projectId: 'p',
        items: [
          { requirementId: 'r', values: { how: 'x' } },
          { requirementId: 's', values: { how: 'y' } },
        ],
      }),
    ).toContain('how: y')
  })
})

describe('the advice for a parked edit', () => {
  const advice = (reason: string) => adviceText({ reason } as ParkedEdit)

  it.each(UNTIMELY_REASONS)('says that an edit refused with %s is sent by itself', (reason) => {
    expect(advice(reason)).toContain('sent automatically')
    expect(advice(reason)).not.toContain('apply it again')
  })
  it('promises nothing of the kind for other refusals', () => {
    for (const reason of ['NOT_ALLOWED', 'ROW_DELETED', 'CONTENT_CHANGED', 'TOO_LARGE'])
      expect(advice(reason)).not.toContain('automatically')
  })
})
