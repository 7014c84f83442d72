// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { onPageTitle, setPageTitle, titleOf } from './page-title.ts'

test('a title names the page, the project and the product', () => {
  expect(titleOf('Packages', 'Library')).toBe('Packages · Library · Tenderbook')
  expect(titleOf('Library', 'Library')).toBe('Library · Tenderbook')
  expect(titleOf('Projects', null)).toBe('Projects · Tenderbook')
})

test('a title is told once it is set, and only if it changed', () => {
  const told: string[] = []
  const stop = onPageTitle((title) => told.push(`${title} ${document.title === title}`))
  setPageTitle('Packages')
  setPageTitle('Packages')
  setPageTitle('Audio')
  stop()
  setPageTitle('Releases')
  expect(told).toEqual(['Packages true', 'Audio true'])
})
