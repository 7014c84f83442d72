// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stubMissing } from '../../../tests/support/screen.tsx'
import { lazyDialog, lazyHint, lazyOverlay, lazyPart } from './lazy-part.tsx'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  stubMissing()
})
afterEach(cleanup)

interface Over {
  opened?: boolean
  onClose: () => void
}
const Form = ({ onClose }: Over) => (
  <button type="button" onClick={onClose}>
    the form
  </button>
)

/** A loader with the given results in order; the last one repeats. */
const loads = <P extends object>(...answers: readonly (ComponentType<P> | 'no network')[]) => {
  let asked = 0
  return {
    asked: () => asked,
    load: (): Promise<ComponentType<P>> => {
      const answer = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      return answer === undefined || answer === 'no network'
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(answer)
    },
  }
}
const page = (part: ReactNode) => (
  <I18nProvider i18n={i18n}>
    <MantineProvider>
      <p>the page</p>
      <Suspense fallback={null}>{part}</Suspense>
    </MantineProvider>
  </I18nProvider>
)
const again = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))

test('a part that cannot be loaded shows an error in its place, and loads on retry', async () => {
  const { load, asked } = loads<Over>('no network', 'no network', Form)
  const Part = lazyPart(load)
  await act(async () => void render(page(<Part onClose={() => undefined} />)))
  expect(screen.getByRole('alert').textContent).toContain('This could not be loaded')
  await again()
  expect(screen.getByRole('alert').textContent).toContain('This could not be loaded')
  await again()
  expect(screen.getByText('the form')).toBeTruthy()
  expect(screen.getByText('the page')).toBeTruthy()
  expect([screen.queryByRole('alert'), asked()]).toEqual([null, 3])
})

test('a part loads by itself once the device is online', async () => {
  const { load } = loads<Over>('no network', Form)
  const Part = lazyPart(load)
  await act(async () => void render(page(<Part onClose={() => undefined} />)))
  await act(async () => void dispatchEvent(new Event('online')))
  expect(screen.getByText('the form')).toBeTruthy()
})

test('a dialog that cannot be loaded can be closed, and loads again at the next opening', async () => {
  const { load } = loads<Over>('no network', Form)
  const Dialog = lazyDialog(load)
  const onClose = vi.fn<() => void>()
  const view = await act(async () => render(page(<Dialog onClose={onClose} />)))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close' })))
  expect(onClose).toHaveBeenCalledOnce()
  await act(async () => view.rerender(page(null)))
  await act(async () => view.rerender(page(<Dialog onClose={onClose} />)))
  expect(screen.getByText('the form')).toBeTruthy()
})

test('a dialog that stays mounted shows no error while closed, and loads again when it is opened', async () => {
  const { load, asked } = loads<Over>('no network', 'no network', 'no network', Form)
  const Dialog = lazyDialog(load)
  const show = (opened: boolean) => page(<Dialog opened={opened} onClose={() => undefined} />)
  const view = await act(async () => render(show(true)))
  expect(screen.getByRole('dialog', { name: 'This could not be loaded' })).toBeTruthy()
  await act(async () => view.rerender(show(false)))
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(async () => view.rerender(show(true)))
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(asked()).toBe(2)
  await again()
  expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true)
  await again()
  expect(screen.getByText('the form')).toBeTruthy()
})

test('a mandatory dialog cannot be closed', async () => {
  const { load } = loads<Over>('no network')
  const Lock = lazyOverlay(load, () => ({ opened: true, close: null }))
  await act(async () => void render(page(<Lock onClose={() => undefined} />)))
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await act(async () => dialog.close())
  expect(dialog.open).toBe(true)
})

test('a hint that cannot be loaded is omitted', async () => {
  const { load } = loads<Over>('no network')
  const Hint = lazyHint(load)
  await act(async () => void render(page(<Hint onClose={() => undefined} />)))
  expect([screen.queryByRole('alert'), screen.queryByRole('dialog')]).toEqual([null, null])
})
