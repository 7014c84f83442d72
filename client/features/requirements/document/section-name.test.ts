import { expect, it } from 'vitest'
import { sectionParts } from './section-name.ts'

it('puts the last part of an imported path first', () => {
  expect(sectionParts('Security / Access / Passwords')).toEqual({
    leaf: 'Passwords',
    path: 'Security / Access',
  })
  expect(sectionParts('Passwords')).toEqual({ leaf: 'Passwords', path: '' })
})
it('does not split at a slash inside a word, or names of only slashes', () => {
  expect(sectionParts('Input/Output')).toEqual({ leaf: 'Input/Output', path: '' })
  expect(sectionParts(' / ').leaf).toBe(' / ')
})
