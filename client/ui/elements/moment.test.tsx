// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { exactText } from '../../lib/time-text.ts'
import { renderScreen } from '../../../tests/support/screen.tsx'
import { Moment } from './moment.tsx'

beforeEach(() => startLocale('en'))
afterEach(cleanup)

it('an age can be reached by keyboard, and has the exact time as its title', () => {
  const at = Date.now()
  renderScreen(<Moment at={at} />)
  const age = screen.getByRole('time')
  expect([age.tabIndex, age.textContent, age.title]).toEqual([0, 'just now', exactText(at)])
})

it('an age in a link and a date are no tab stops', () => {
  renderScreen(
    <>
      <Moment at={Date.now()} isInLink />
      <Moment at={Date.UTC(2020, 0, 1)} />
    </>,
  )
  expect(screen.getAllByRole('time').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1])
})
