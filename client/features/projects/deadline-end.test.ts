import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { deadlineEnd } from './deadline-end.ts'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

test('a deadline ends at midnight only where the viewer has midnight then', () => {
  const end = (zone: string, at: Date) => deadlineEnd({ date: '2026-12-02', zone }, at.getTime())
  // Local midnight on any machine that runs this test.
  expect(end('Europe/Bratislava', new Date(2026, 11, 3))).toBe('ends 02.12.2026 at midnight')
  expect(end('Asia/Tehran', new Date(2026, 11, 2, 21, 30))).toBe('ends 02.12.2026 21:30 your time')
})
