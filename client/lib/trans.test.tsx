// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const Sentence = ({ name }: { name: string }) => (
  <Trans>
    Now: <a href="/here">{name}</a> of {name}
  </Trans>
)
const shown = (name: string): { text: string; links: number } => {
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <Sentence name={name} />
    </I18nProvider>,
  )
  return { text: container.textContent, links: container.querySelectorAll('a').length }
}

test.each([
  'Anna',
  '<b>Anna</b>',
  '<0>Anna</0>',
  '<0/>',
  '<script>run()</script>',
  'a < b > c',
  '{name} <1>',
  '%s <img/>',
  '<a>',
])('the name %s is shown as it was written', (name) => {
  const said = vi.spyOn(console, 'error')
  expect(shown(name)).toEqual({ text: `Now: ${name} of ${name}`, links: 1 })
  expect(said).not.toHaveBeenCalled()
})
