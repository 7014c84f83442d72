// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { renderScreen } from '../../../tests/support/screen.tsx'
import { RestoredNotice, RestoredPill } from './restored-notice.tsx'

afterEach(cleanup)
const on = Date.UTC(2026, 10, 26, 12)

it.each([
  ['en', 'Restored from an archive on 26.11.2026 by Jana', 'Restored'],
  ['sk', 'Obnovený z archívu 26.11.2026, obnovil(a) Jana', 'Obnovený'],
] as const)('names date and person of a restoration in %s', async (locale, text, mark) => {
  await startLocale(locale)
  const project = { restored: { on, by: 'Jana' } }
  renderScreen(
    <>
      <RestoredNotice project={project} />
      <RestoredPill project={project} />
    </>,
  )
  screen.getByText(text)
  expect(screen.getByText(mark).title).toBe(text)
})

it('is silent about other projects, and about a person without a name', async () => {
  await startLocale('en')
  renderScreen(
    <>
      <RestoredNotice project={{}} />
      <RestoredPill project={{}} />
      <RestoredNotice project={{ restored: { on, by: '' } }} />
    </>,
  )
  expect(screen.getAllByText(/Restored/).map((line) => line.textContent)).toEqual([
    'Restored from an archive on 26.11.2026',
  ])
})
