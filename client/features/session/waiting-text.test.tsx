// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { WaitingText } from './waiting-text.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const HOUR_MS = 3_600_000
const shown = (deadlineAt: number | null): string =>
  render(
    <I18nProvider i18n={i18n}>
      <WaitingText work={{ organizationId: 1, unsent: 2, deadlineAt }} />
    </I18nProvider>,
  ).container.textContent

test('work that waits says until when it can be sent, and never a time that has passed', () => {
  expect(shown(null)).toBe('You have 2 unsent edits on this device.')
  expect(shown(Date.now() + HOUR_MS)).toMatch(/ It can be sent until \d\d\.\d\d\.\d{4} /)
  expect(shown(Date.now() - HOUR_MS)).toMatch(/ Its deadline was \d\d\.\d\d\.\d{4} /)
})
