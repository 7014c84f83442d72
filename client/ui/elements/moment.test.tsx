// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { exactText } from '../../lib/time-text.ts'
import { renderScreen } from '../../../tests/support/screen.tsx'
import { Moment } from './moment.tsx'

beforeEach(() => startLocale('en'))
afterEach(cleanup)

it('an age that the keyboard reaches is named by the age and the exact time', () => {
  const at = Date.now()
  renderScreen(<Moment at={at} />)
  const age = screen.getByRole('time')
  expect(age.tabIndex).toBe(0)
  expect(age.getAttribute('aria-label')).toBe(`just now · ${exactText(at)}`)
})

it('an age in a link and a date are no tab stops and have no name of their own', () => {
  renderScreen(
    <>
      <Moment at={Date.now()} isInLink />
      <Moment at={Date.UTC(2020, 0, 1)} />
    </>,
  )
  for (const time of screen.getAllByRole('time'))
    expect([time.tabIndex, time.getAttribute('aria-label')]).toEqual([-1, null])
})
