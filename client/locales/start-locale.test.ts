// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { afterEach, expect, it } from 'vitest'
import { fillLocalStorage } from '../../tests/support/full-local-storage.ts'
import { chooseLanguage, startLocale } from './start-locale.ts'

afterEach(async () => {
  localStorage.clear()
  await startLocale('en')
})

it('a chosen language is shown and kept', async () => {
  await chooseLanguage('sk')
  expect([i18n.locale, Object.values(localStorage)]).toEqual(['sk', ['sk']])
})

it('a chosen language is shown also where local storage is full', async () => {
  const makeRoom = fillLocalStorage()
  await chooseLanguage('sk')
  makeRoom()
  expect([i18n.locale, localStorage.length]).toEqual(['sk', 0])
})
