// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  listenToKeys,
  setSingleKeys,
  useCommand,
  useCommands,
  type KeyboardCommand,
} from './commands.ts'

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
