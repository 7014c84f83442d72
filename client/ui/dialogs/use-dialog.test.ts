// @vitest-environment jsdom
import { act, cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { inLocale } from '../../../tests/support/in-locale.tsx'
import { type DialogQuestion, openQuestion } from './question.ts'
import { useDialog } from './use-dialog.ts'

beforeEach(async () => {
  await startLocale('en')
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockImplementation(
    () => [new DOMRect()] as unknown as DOMRectList,
  )
})
afterEach(() => {
  act(() => openQuestion()?.answer('later'))
  cleanup()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

const FIELDS = '<form><input id="name" value="first"><button id="send">Send</button></form>'
/** A dialog whose elements stay on the page after it was closed, as during its transition. */
const open = (content = FIELDS, changes: { keepsText?: boolean; isEscapable?: boolean } = {}) => {
  document.body.innerHTML = `<main tabindex="-1"><button id="opener"></button></main>
    <div role="dialog"><h2 id="title">Title</h2><div id="body">${content}</div></div>`
  const find = (id: string) => document.getElementById(id) as HTMLInputElement
  find('opener').focus()
  const closed: string[] = []
  const hook = renderHook(
    ({ opened = true, name = 'first' }) =>
      useDialog({
        ...{ opened, keepsText: false, isEscapable: true, ...changes },
        onClose: () => void closed.push(name),
      }),
    { initialProps: {} as { opened?: boolean; name?: string }, wrapper: inLocale },
  )
  act(() => void hook.result.current.body(find('body')))
  return {
    ...{ find, closed, render: hook.rerender },
    dismiss: () => act(async () => hook.result.current.dismiss()),
    escape: () => act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' })),
    type: (value: string) => fireEvent.input(find('name'), { target: { value } }),
    focused: () => document.activeElement?.id,
    settle: () => act(() => new Promise((done) => setTimeout(done))),
  }
}
const answer = (given: 'yes' | 'no' | 'later') => act(async () => openQuestion()?.answer(given))

describe('typed text', () => {
  it('is asked about in words that tell what is lost', async () => {
    const { dismiss, type } = open()
    type('second')
    await dismiss()
    const { answer: _answer, ...question } = openQuestion() as DialogQuestion
    expect(question).toEqual({
      title: 'Discard changes?',
      body: 'What you typed is not saved yet.',
      confirmLabel: 'Discard changes',
      refuseLabel: 'Keep editing',
      danger: true,
    })
  })

  it.each(['no', 'later', 'yes'] as const)(
    'is asked about once, and again after %s',
    async (given) => {
      const { dismiss, escape, type, closed } = open()
      type('second')
      await dismiss()
      const first = openQuestion()
      await escape()
      expect(openQuestion()).toBe(first)
      await answer(given)
      expect(closed).toEqual(given === 'yes' ? ['first'] : [])
      await dismiss()
      expect(openQuestion()).not.toBeNull()
    },
  )

  it('is lost without a question where the owner keeps it, or none was typed', async () => {
    const kept = open(FIELDS, { keepsText: true })
    kept.type('second')
    await kept.dismiss()
    expect([kept.closed, openQuestion()]).toEqual([['first'], null])
    cleanup()
    const untouched = open()
    await untouched.dismiss()
    expect([untouched.closed, openQuestion()]).toEqual([['first'], null])
  })

  it('is no longer asked about once the dialog is closed', async () => {
    const { render, dismiss, type, closed } = open()
    type('second')
    render({ opened: false })
    await dismiss()
    type('third')
    await dismiss()
    expect([closed, openQuestion()]).toEqual([['first', 'first'], null])
  })
})

describe('Escape', () => {
  it('closes an open dialog, by what its last rendering does', async () => {
    const { render, escape, closed } = open()
    render({ name: 'second' })
    await escape()
    expect(closed).toEqual(['second'])
    render({ opened: false })
    await escape()
    expect(closed).toEqual(['second'])
  })

  it('leaves one open that only its content closes', async () => {
    const { escape, dismiss, closed } = open(FIELDS, { isEscapable: false })
    await escape()
    expect(closed).toEqual([])
    await dismiss()
    expect(closed).toEqual(['first'])
  })
})

describe('the focus', () => {
  it('returns to the opener from an element that is still in the closed dialog', async () => {
    const { find, render, focused, settle } = open()
    find('name').focus()
    render({ opened: false })
    await settle()
    expect(focused()).toBe('opener')
  })

  it('belongs to the first field, which is marked for it', () => {
    const { find } = open()
    expect(find('name').hasAttribute('data-autofocus')).toBe(true)
    cleanup()
    const closed = open()
    closed.render({ opened: false })
    closed.find('body').innerHTML = '<input id="later">'
    closed.render({ opened: true })
    expect(closed.find('later').hasAttribute('data-autofocus')).toBe(true)
  })

  it('goes to a field that loads later, unless the dialog is closed by then', async () => {
    const dialog = open('<p>Loading</p>')
    dialog.find('body').innerHTML = FIELDS
    await dialog.settle()
    expect(dialog.focused()).toBe('name')
    cleanup()
    const closed = open('<p>Loading</p>')
    closed.render({ opened: false })
    await closed.settle()
    closed.find('body').innerHTML = FIELDS
    await closed.settle()
    expect(closed.focused()).toBe('opener')
  })

  it('goes to an invalid field after the form is sent, unless the dialog is closed', async () => {
    const { find, render, focused, settle } = open()
    find('send').focus()
    find('name').setAttribute('aria-invalid', 'true')
    fireEvent.submit(find('send'))
    await settle()
    expect(focused()).toBe('name')
    render({ opened: false })
    await settle()
    fireEvent.submit(find('send'))
    await settle()
    expect(focused()).toBe('opener')
  })
})
