// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { WaitingText } from './waiting-text.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const HOUR_MS = 3_600_000
const shown = (deadlines: readonly number[]): string =>
  render(
    <I18nProvider i18n={i18n}>
      <WaitingText work={{ organizationId: 1, unsent: 2, deadlines }} />
    </I18nProvider>,
  ).container.textContent

test('work that waits says until when it can be sent, and never a time that has passed', () => {
  expect(shown([])).toBe('You have 2 unsent edits on this device.')
  expect(shown([Date.now() + HOUR_MS])).toMatch(/ Must be sent by \d\d\.\d\d\.\d{4} /)
  expect(shown([Date.now() - HOUR_MS])).toMatch(/ Its deadline was \d\d\.\d\d\.\d{4} /)
})

test('a deadline that has passed does not hide the next one to come', () => {
  const now = Date.now()
  const of = (...hours: number[]): string => shown(hours.map((hour) => now + hour * HOUR_MS))
  expect(of(-1, 2, 1)).toBe(of(1))
  expect(of(1)).not.toBe(of(2))
  expect(of(-2, -1)).toBe(of(-1))
  expect(of(-1)).not.toBe(of(-2))
})
