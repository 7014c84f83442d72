// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderScreen } from '../../../tests/support/screen.tsx'
import { startLocale } from '../../locales/start-locale.ts'
import { OptionContent } from './palette.tsx'

beforeEach(() => startLocale('en'))
afterEach(cleanup)

test('a result says the language of the name that the requestors gave, and not of its ID', () => {
  const entry = { id: 'r', group: 'Requirements', label: 'Name', hint: 'A-1', run: () => undefined }
  renderScreen(<OptionContent entry={{ ...entry, language: { lang: 'ar', dir: 'rtl' } }} />)
  const { lang, dir } = screen.getByText('Name')
  expect({ lang, dir }).toEqual({ lang: 'ar', dir: 'rtl' })
  expect(screen.getByText('A-1').closest('[lang=ar]')).toBe(null)
})
