// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { dropDraft, forgetDraft, isStillOver, keepDraft, keptDrafts } from './draft-net.ts'

beforeEach(() => localStorage.clear())
const kept = () => keptDrafts('p1')[0]?.fields

test('an unsaved text keeps the value it was typed over through later keystrokes', () => {
  keepDraft(
    { projectId: 'p1', kind: 'answer', id: 'r1', field: 'notes' },
    { value: 'W', over: 'Before' },
  )
  keepDraft(
    { projectId: 'p1', kind: 'answer', id: 'r1', field: 'notes' },
    { value: 'Words', over: 'W' },
  )
  expect(kept()).toEqual({ notes: { value: 'Words', over: 'Before' } })
})

test('a value saved in between becomes the one that later text was typed over', () => {
  keepDraft(
    { projectId: 'p1', kind: 'answer', id: 'r1', field: 'notes' },
    { value: 'Words', over: null },
  )
  keepDraft(
    { projectId: 'p1', kind: 'answer', id: 'r1', field: 'notes' },
    { value: 'Words and more', over: null },
  )
  dropDraft({ projectId: 'p1', kind: 'answer', id: 'r1' }, { notes: 'Words' })
  expect(kept()).toEqual({ notes: { value: 'Words and more', over: 'Words' } })
  dropDraft({ projectId: 'p1', kind: 'answer', id: 'r1' }, { notes: 'Words and more' })
  expect(kept()).toBeUndefined()
})

test('a cancelled field is dropped, the others stay', () => {
  keepDraft(
    { projectId: 'p1', kind: 'requirement', id: 'r1', field: 'name' },
    { value: 'Name', over: '' },
  )
  keepDraft(
    { projectId: 'p1', kind: 'requirement', id: 'r1', field: 'vendorHelp' },
    { value: 'Help', over: '' },
  )
  forgetDraft({ projectId: 'p1', kind: 'requirement', id: 'r1', field: 'name' })
  expect(Object.keys(kept() ?? {})).toEqual(['vendorHelp'])
})

test('a kept text is restored only over the value it was typed over, or over itself', () => {
  const typed = { value: 'Words', over: 'Before' }
  expect(isStillOver(typed, 'Before')).toBe(true)
  expect(isStillOver(typed, 'Words')).toBe(true)
  expect(isStillOver(typed, 'A colleague’s')).toBe(false)
  expect(isStillOver({ value: 'Words', over: null }, '')).toBe(true)
  expect(isStillOver({ value: 50, over: 0 }, null)).toBe(false)
})
