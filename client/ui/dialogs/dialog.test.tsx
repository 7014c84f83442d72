// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { renderScreen } from '../../../tests/support/screen.tsx'
import { Dialog } from './dialog.tsx'
import { choose, onQuestion, openQuestion } from './question.ts'

beforeEach(async () => {
  await startLocale('en')
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockImplementation(
    () => [new DOMRect()] as unknown as DOMRectList,
  )
})
afterEach(() => {
  act(() => openQuestion()?.answer('later'))
  cleanup()
  vi.restoreAllMocks()
})

type Props = Partial<Parameters<typeof Dialog>[0]>

function Page({ onClose, ...props }: Props & { onClose: () => void }) {
  const [opened, setOpened] = useState(false)
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Dialog
        title="Dialog"
        {...props}
        opened={opened}
        onClose={() => {
          setOpened(false)
          onClose()
        }}
      >
        <input aria-label="Name" defaultValue="first" />
      </Dialog>
    </main>
  )
}

const open = async (props: Props = {}) => {
  const onClose = vi.fn<() => void>()
  renderScreen(<Page {...props} onClose={onClose} />)
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  const field = await screen.findByLabelText('Name')
  return {
    onClose,
    opener,
    field,
    type: (value: string) => fireEvent.input(field, { target: { value } }),
    escape: () => act(async () => void fireEvent.keyDown(field, { key: 'Escape' })),
  }
}
const titles = () => openQuestion()?.title ?? null
const answer = (given: 'yes' | 'no' | 'later') => act(async () => openQuestion()?.answer(given))

describe('a dialog', () => {
  it('without a field has the focus under its title', async () => {
    renderScreen(
      <Dialog title="Access of Drupal" onClose={() => undefined}>
        <p>There are no members.</p>
      </Dialog>,
    )
    const body = await screen.findByRole('group', { name: 'Access of Drupal' })
    await vi.waitFor(() => expect(document.activeElement).toBe(body))
  })

  it('closes by Escape while nothing is typed, and returns the focus', async () => {
    const { onClose, escape, opener } = await open()
    await escape()
    expect([onClose.mock.calls.length, titles()]).toEqual([1, null])
    await vi.waitFor(() => expect(document.activeElement).toBe(opener))
  })
  it('closes by its button', async () => {
    const { onClose } = await open()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledOnce()
  })
  it('asks before typed text is lost, once, and stays unless the person says yes', async () => {
    const { onClose, escape, type } = await open()
    type('second')
    await escape()
    expect(titles()).toBe('Discard changes?')
    const asked = openQuestion()
    await escape()
    expect(openQuestion()).toBe(asked)
    await answer('no')
    expect(onClose).not.toHaveBeenCalled()
    await escape()
    await answer('later')
    expect(onClose).not.toHaveBeenCalled()
    await escape()
    await answer('yes')
    expect(onClose).toHaveBeenCalledOnce()
  })
  it('does not ask about a text that was typed and taken back', async () => {
    const { onClose, escape, type } = await open()
    type('second')
    type('first')
    await escape()
    expect([onClose.mock.calls.length, titles()]).toEqual([1, null])
  })
  it('does not ask where its owner keeps the text', async () => {
    const { onClose, escape, type } = await open({ keepsText: true })
    type('second')
    await escape()
    expect([onClose.mock.calls.length, titles()]).toEqual([1, null])
  })
  it('does not close by Escape where only its content closes it', async () => {
    const { onClose, escape } = await open({ isClosable: false })
    await escape()
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  })
  it('does not ask about a text typed before it was closed and opened again', async () => {
    const { onClose, escape, type, opener } = await open()
    type('second')
    await escape()
    await answer('yes')
    fireEvent.click(opener)
    await screen.findByLabelText('Name')
    await act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' }))
    expect([onClose.mock.calls.length, titles()]).toEqual([2, null])
  })
})

describe('a question', () => {
  const QUESTION = { title: 'One?', body: '', confirmLabel: 'Yes' }
  it('is told to the screen until it is answered', async () => {
    const told = vi.fn<() => void>()
    const leave = onQuestion(told)
    const answered = choose(QUESTION)
    expect([openQuestion()?.title, told.mock.calls.length]).toEqual(['One?', 1])
    openQuestion()?.answer('no')
    expect([openQuestion(), told.mock.calls.length, await answered]).toEqual([null, 2, 'no'])
    leave()
    const second = choose(QUESTION)
    openQuestion()?.answer('yes')
    expect([told.mock.calls.length, await second]).toEqual([2, 'yes'])
  })
  it('is postponed by the next one', async () => {
    const first = choose(QUESTION)
    const second = choose({ ...QUESTION, title: 'Two?' })
    expect([await first, openQuestion()?.title]).toEqual(['later', 'Two?'])
    openQuestion()?.answer('yes')
    expect(await second).toBe('yes')
  })
})
