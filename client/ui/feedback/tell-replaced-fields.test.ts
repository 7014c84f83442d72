// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { forgetReplaced, replacedKey, useReplaced } from './replaced-texts.ts'
import { tellReplacedFields } from './tell-replaced-fields.ts'

type Saved = Parameters<typeof tellReplacedFields>[0]

const ROW = { entity: 'requirement', id: 'row' } as const
/** Each test has a project of its own, because what a tab wrote is kept by project. */
let projectId = ''
let tests = 0
let takenBack: unknown[]
beforeEach(async () => {
  await startLocale('en')
  tests += 1
  projectId = `project ${tests}`
  takenBack = []
})
afterEach(cleanup)

/** Saves the note over another text that stood there. */
const save = (over: Partial<Saved> = {}): void =>
  tellReplacedFields({
    ...{ projectId, shownId: 'shown', row: ROW, prefix: (field) => `c.${field}` },
    ...{ before: { 'requirement/row#c.note': 'theirs' }, over: { note: 'old' } },
    given: { note: 'mine' },
    stood: () => ({ value: 'theirs', by: 'Jana' }),
    shown: (field, value) => `${field}: ${String(value)}`,
    takeBack: (...call) => Promise.resolve(takenBack.push(call)),
    ...over,
  })
const told = (field = 'note', id = 'shown') =>
  renderHook(() => useReplaced(replacedKey(projectId, id, field))).result.current

describe('an edit that replaced a text unseen', () => {
  it('is told at its field, with the author', () => {
    const { result } = renderHook(() => useReplaced(replacedKey(projectId, 'shown', 'note')))
    act(() => save())
    expect(result.current?.text).toMatchObject({
      value: 'theirs',
      shown: 'note: theirs',
      by: 'Jana',
    })
    act(() => result.current?.takeBack())
    expect([takenBack, result.current]).toEqual([[['note', 'theirs']], undefined])
  })
  it('names no author where the page had another value', () => {
    save({ stood: () => ({ value: 'older', by: 'Jana' }) })
    expect(told()?.text.by).toBeNull()
  })
  it('is told of the replaced fields only', () => {
    save({
      before: { 'requirement/row#c.note': 'seen', 'requirement/row#c.price': 7 },
      over: { note: 'seen', price: 5 },
      given: { note: 'mine', price: 9 },
    })
    expect([told(), told('price')?.text.value]).toEqual([undefined, 7])
  })
  it('is not told of what this tab itself wrote before', () => {
    save({ before: { 'requirement/row#c.note': 'old' }, given: { note: 'first' } })
    save({ before: { 'requirement/row#c.note': 'first' }, given: { note: 'second' } })
    expect(told()).toBeUndefined()
    save({ before: { 'requirement/row#c.note': 'first' }, given: { note: 'third' } })
    expect(told()?.text.value).toBe('first')
  })
  it('is told of a text emptied by this tab, and filled by another one', () => {
    save({ before: { 'requirement/row#c.note': 'old' }, given: { note: null } })
    save({
      before: { 'requirement/row#c.note': 'theirs' },
      over: { note: null },
      given: { note: 'x' },
    })
    expect(told()?.text.value).toBe('theirs')
    forgetReplaced(replacedKey(projectId, 'shown', 'note'))
    expect(told()).toBeUndefined()
  })
})
