// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OwnProfile } from '#schema/api/users-service/profiles.ts'
import { renderScreen } from '../../../tests/support/screen.tsx'
import { startLocale } from '../../locales/start-locale.ts'
import { ProfileForm } from './profile-form.tsx'

// A field that grows with its text waits for the fonts, which jsdom lacks.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })
beforeEach(() => startLocale('en'))
afterEach(cleanup)

const profile = {
  ...{ userId: 1, username: 'vera', avatar: null, email: 'v@x', updatedOn: 9, isPublic: false },
  ...{ firstname: 'Vera', lastname: 'Stone', about: '', homepage: '' },
  ...{ company: '', location: '', phone: '' },
} as unknown as OwnProfile

test.each([
  ['First name', 'given-name'],
  ['Last name', 'family-name'],
  ['Phone', 'tel'],
  ['Homepage', 'url'],
  ['Company', 'organization'],
  ['Location', 'address-level2'],
])('the browser knows what %s of the own profile is for', (label, purpose) => {
  renderScreen(<ProfileForm profile={profile} onSaved={() => undefined} />)
  expect(screen.getByRole('textbox', { name: label }).getAttribute('autocomplete')).toBe(purpose)
})
