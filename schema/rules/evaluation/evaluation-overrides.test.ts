import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Override } from '../../entities/commitment.ts'
import {
  isInForce,
  OVERRIDE_HISTORY_LIMIT,
  overrideChanges,
  withOverride,
  withoutOverride,
} from './evaluation-overrides.ts'

const place = {
  id: 'r1.7.met',
  projectId: 'p',
  packageId: 'p1',
  documentId: 'd1',
  requirementId: 'r1',
  vendorId: 7,
  parameterId: 'met',
}
const anna = { id: 9, name: 'Anna' }
const original = { originalValue: 20, originalKey: null }
const say = (former: Override | undefined, value: number, on: number, what = original): Override =>
  withOverride(former, place, {
    saying: { value, reason: `to ${value}`, modifiedBy: anna, modifiedOn: on },
    original: what,
  })
const takeBack = (former: Override, on: number): Override =>
  withoutOverride(former, { reason: 'mistaken', modifiedBy: anna, modifiedOn: on })

test('[OH1] the history states author, time, former and new value and reason of each change, newest first', () => {
  const row = say(takeBack(say(say(undefined, 60, 1), 70, 2), 3), 80, 4)
  expect(overrideChanges(row)).toEqual([
    { kind: 'set', from: 20, to: 80, reason: 'to 80', by: anna, on: 4 },
    { kind: 'removed', from: 70, to: 20, reason: 'mistaken', by: anna, on: 3 },
    { kind: 'changed', from: 60, to: 70, reason: 'to 70', by: anna, on: 2 },
    { kind: 'set', from: 20, to: 60, reason: 'to 60', by: anna, on: 1 },
  ])
})

test('[OH2] the original stays the same while an override is in force, and is read again after a removal', () => {
  const later = { originalValue: 30, originalKey: null }
  expect(say(say(undefined, 60, 1), 70, 2, later).originalValue).toBe(20)
  expect(say(takeBack(say(undefined, 60, 1), 2), 70, 3, later).originalValue).toBe(30)
})

test("[OH3] what is taken away leaves the vendor's own choice in force, by its key where there is one", () => {
  const choice = withOverride(undefined, place, {
    saying: { value: 'no', reason: 'x', modifiedBy: anna, modifiedOn: 1 },
    original: { originalValue: 100, originalKey: 'yes' },
  })
  const back = takeBack(choice, 2)
  expect([isInForce(choice), isInForce(back), isInForce(undefined), back.value]).toEqual([
    true,
    false,
    false,
    'yes',
  ])
  expect(overrideChanges(back)).toMatchObject([
    { kind: 'removed', from: 'no', to: 'yes' },
    { kind: 'set', from: 'yes', to: 'no' },
  ])
})

test('[OH4] if older entries were cut, the value before the oldest entry is unknown', () => {
  let row = say(undefined, 0, 0)
  for (let on = 1; on < OVERRIDE_HISTORY_LIMIT; on++) row = say(row, on % 100, on)
  expect(row.history).toHaveLength(OVERRIDE_HISTORY_LIMIT - 1)
  expect(overrideChanges(row).at(-1)).toMatchObject({ kind: 'set', from: 20, to: 0 })
  const cut = say(say(row, 55, 1_000), 56, 1_001)
  expect(cut.history).toHaveLength(OVERRIDE_HISTORY_LIMIT)
  expect(overrideChanges(cut).at(-1)).toMatchObject({ kind: 'changed', from: undefined, to: 1 })
})

test('[OH5] each change begins where the one before it ended, whatever was done', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: 0, max: 100 })), { minLength: 1, maxLength: 20 }),
      (steps) => {
        const row = steps.reduce<Override | undefined>((former, step, on) => {
          if (step !== null) return say(former, step, on)
          return isInForce(former) ? takeBack(former, on) : former
        }, undefined)
        if (row === undefined) return
        const changes = overrideChanges(row)
        expect(changes.at(-1)).toMatchObject({ kind: 'set', from: 20 })
        changes.slice(0, -1).forEach(({ from }, i) => expect(from).toBe(changes[i + 1]?.to))
        expect(row.value).toBe(changes[0]?.to)
      },
    ),
  )
})
