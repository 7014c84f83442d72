// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { renderScreen } from '../../../tests/support/screen.tsx'
import { listenToKeys, useCommand, useCommands, type KeyboardCommand } from './commands.ts'
import { CommandKeys } from './command-keys.tsx'
import { SingleKeysSwitch } from './single-keys-switch.tsx'
import { setSingleKeys } from './use-single-keys.ts'

function Offer({ command }: { command: KeyboardCommand }) {
  useCommand(command)
  return (
    <p>
      {useCommands()
        .map((offered) => offered.label)
        .join(', ')}
    </p>
  )
}
let stop = () => undefined as void
beforeEach(() => startLocale('en'))
beforeEach(() => {
  localStorage.clear()
  stop = listenToKeys()
})
afterEach(() => {
  stop()
  cleanup()
})
const offer = (over: Partial<KeyboardCommand>) => {
  const run = vi.fn<() => void>()
  const view = render(
    <>
      <Offer command={{ id: 'x', label: 'Go', run, ...over }} />
      <input aria-label="field" />
    </>,
  )
  return { run, ...view }
}

test('a command runs by its keys while it is registered', () => {
  const { run, rerender } = offer({ keys: 'mod+k' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(run).toHaveBeenCalledOnce()
  rerender(<p />)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(run).toHaveBeenCalledOnce()
})

test('single-letter shortcuts do nothing while a person types or has turned them off', () => {
  const { run, getByLabelText } = offer({ keys: 'n' })
  fireEvent.keyDown(getByLabelText('field'), { key: 'n' })
  expect(run).not.toHaveBeenCalled()
  setSingleKeys(false)
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(run).not.toHaveBeenCalled()
  setSingleKeys(true)
  fireEvent.keyDown(document.body, { key: 'n' })
  expect(run).toHaveBeenCalledOnce()
})

test('two keys in sequence run a command', () => {
  const { run } = offer({ keys: 'g d' })
  fireEvent.keyDown(document.body, { key: 'd' })
  expect(run).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'g' })
  fireEvent.keyDown(document.body, { key: 'd' })
  expect(run).toHaveBeenCalledOnce()
})

test('an unavailable command is neither listed nor run', () => {
  const { run, container } = offer({ keys: 'mod+k', when: false })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(run).not.toHaveBeenCalled()
  expect(container.textContent).not.toContain('Go')
})

test('undo in a text field is left to the browser', () => {
  const { run, getByLabelText } = offer({ keys: 'mod+z' })
  fireEvent.keyDown(getByLabelText('field'), { key: 'z', ctrlKey: true })
  expect(run).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(run).toHaveBeenCalledOnce()
})

const press = (key: string, over: KeyboardEventInit & { at?: number } = {}, target?: Element) => {
  const { at = 0, ...held } = over
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
  Object.defineProperty(event, 'timeStamp', { value: at })
  fireEvent(target ?? document.body, event)
  return event.defaultPrevented
}

test.each([
  [1_000, 2_199, 1],
  [1_000, 2_200, 0],
])('a sequence begun at %i ms and ended at %i ms runs its command %i times', (from, to, times) => {
  const { run } = offer({ keys: 'g d' })
  press('g', { at: from })
  press('d', { at: to })
  expect(run).toHaveBeenCalledTimes(times)
})

test('a sequence is broken by another key, and its last key does not run it twice', () => {
  const { run } = offer({ keys: 'g d' })
  for (const key of ['g', 'x', 'd']) press(key, { at: 1_000 })
  expect(run).not.toHaveBeenCalled()
  for (const key of ['g', 'd', 'd']) press(key, { at: 1_000 })
  expect(run).toHaveBeenCalledOnce()
  press('g', { at: 1_000 })
  press('k', { at: 1_000, ctrlKey: true })
  press('d', { at: 1_000 })
  expect(run).toHaveBeenCalledOnce()
})

test('a sequence goes before a command of its last key alone', () => {
  const alone = vi.fn<() => void>()
  const { run } = offer({ keys: 'g d' })
  render(<Offer command={{ id: 'alone', label: 'Alone', keys: 'd', run: alone }} />)
  press('g', { at: 1_000 })
  press('d', { at: 1_000 })
  expect([run.mock.calls.length, alone.mock.calls.length]).toEqual([1, 0])
  press('d', { at: 1_000 })
  expect([run.mock.calls.length, alone.mock.calls.length]).toEqual([1, 1])
})

test('a key is taken from the browser only if a command runs', () => {
  offer({ keys: 'n' })
  expect([press('n'), press('m')]).toEqual([true, false])
})

test('no command runs by a key that was used, or while text is composed', () => {
  const { run, container } = offer({ keys: 'n' })
  press('n', { isComposing: true })
  const use = (event: Event) => event.preventDefault()
  container.addEventListener('keydown', use)
  fireEvent.keyDown(container, { key: 'n' })
  expect(run).not.toHaveBeenCalled()
})

test.each([
  ['<input id="x">', 0],
  ['<textarea id="x"></textarea>', 0],
  ['<select id="x"></select>', 0],
  ['<div role="grid"><b id="x"></b></div>', 0],
  ['<div role="treegrid"><b id="x"></b></div>', 0],
  ['<div role="menu"><b id="x"></b></div>', 0],
  ['<div role="listbox"><b id="x"></b></div>', 0],
  ['<input type="checkbox" id="x">', 1],
  ['<input type="radio" id="x">', 1],
  ['<button id="x"></button>', 1],
])('a single letter in %s runs a command %i times, one with Ctrl always', (html, times) => {
  const { run } = offer({ keys: 'n' })
  const withCtrl = vi.fn<() => void>()
  render(<Offer command={{ id: 'ctrl', label: 'Ctrl', keys: 'mod+k', run: withCtrl }} />)
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = html
  const target = place.querySelector('#x') as Element
  press('n', {}, target)
  press('k', { ctrlKey: true }, target)
  place.remove()
  expect([run.mock.calls.length, withCtrl.mock.calls.length]).toEqual([times, 1])
})

test('a single letter runs nothing beside an open dialog, a chord does', () => {
  const { run } = offer({ keys: 'n' })
  const withAlt = vi.fn<() => void>()
  render(<Offer command={{ id: 'alt', label: 'Alt', keys: 'alt+n', run: withAlt }} />)
  const place = document.body.appendChild(document.createElement('div'))
  for (const html of ['<div role="dialog"></div>', '<dialog open></dialog>']) {
    place.innerHTML = html
    press('n')
    press('n', { altKey: true })
  }
  place.remove()
  expect([run.mock.calls.length, withAlt.mock.calls.length]).toEqual([0, 2])
})

test.each(['z', 'y', 'a', 'c', 'x', 'v'])('a field keeps Ctrl with %s, a page does not', (key) => {
  const { run, getByLabelText } = offer({ keys: `mod+${key}` })
  press(key, { ctrlKey: true }, getByLabelText('field'))
  expect(run).not.toHaveBeenCalled()
  press(key, { ctrlKey: true })
  expect(run).toHaveBeenCalledOnce()
})

test('a command of the same name that came later stays when the first one goes', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const one = render(<Offer command={{ id: 'x', label: 'One', keys: 'n', run: first }} />)
  const two = render(<Offer command={{ id: 'x', label: 'Two', keys: 'n', run: second }} />)
  one.unmount()
  press('n')
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  expect(two.container.textContent).toBe('Two')
})

test('a command runs what its component last gave, and is listed with what changed', () => {
  const [before, after] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const { rerender, container } = render(
    <Offer command={{ id: 'x', label: 'Before', keys: 'n', run: before }} />,
  )
  rerender(<Offer command={{ id: 'x', label: 'After', keys: 'n', run: after }} />)
  press('n')
  expect([before.mock.calls.length, after.mock.calls.length]).toEqual([0, 1])
  expect(container.textContent).toBe('After')
})

test('keys are heard no longer once listening has ended', () => {
  const { run } = offer({ keys: 'n' })
  stop()
  press('n')
  expect(run).not.toHaveBeenCalled()
})

test('a list of commands hears of each that comes and goes, with its group and keys', () => {
  const Listed = () => <p>{useCommands().map(({ label, group, keys }) => [label, group, keys])}</p>
  const { container } = render(<Listed />)
  const { unmount } = render(
    <Offer command={{ id: 'x', label: 'Go', group: 'Edit', keys: 'n', run: () => undefined }} />,
  )
  expect(container.textContent).toBe('GoEditn')
  unmount()
  expect(container.textContent).toBe('')
})

test('the switch turns single keys off and on, and keys that are off are shown as off', () => {
  const { run } = offer({ keys: '?' })
  const { getByRole, getByTestId } = renderScreen(
    <>
      <p data-testid="keys">
        {['?', 'g d', 'mod+k', 'escape'].map((keys) => (
          <CommandKeys key={keys} keys={keys} off="off" />
        ))}
      </p>
      <SingleKeysSwitch />
    </>,
  )
  const flip = () => fireEvent.click(getByRole('switch', { name: /^Single-key shortcuts/ }))
  const shown = () => getByTestId('keys').textContent
  expect(shown()).toBe('?GDCtrl KEsc')
  flip()
  press('?')
  expect([shown(), run.mock.calls.length]).toEqual(['offoffCtrl KEsc', 0])
  flip()
  press('?')
  expect([shown(), run.mock.calls.length]).toEqual(['?GDCtrl KEsc', 1])
})
