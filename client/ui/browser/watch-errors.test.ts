// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchErrors } from './watch-errors.ts'

let stop: () => void
let form: HTMLFormElement
const field = (name: string): HTMLInputElement => form.elements.namedItem(name) as HTMLInputElement
const focused = () => (document.activeElement as HTMLInputElement | null)?.name
const submit = () => form.dispatchEvent(new Event('submit', { bubbles: true }))
const press = (key: string) =>
  field('first').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
/** Marks a field as wrong, as the answer of the server does. */
const refuse = async (name: string): Promise<void> => {
  field(name).setAttribute('aria-invalid', 'true')
  await Promise.resolve()
}

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<form><input name="first"><input name="second"><i></i><button type="button" name="go"><b></b></button></form>'
  form = document.forms[0] as HTMLFormElement
  stop = watchErrors(form)
  field('first').focus()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('after a submit', () => {
  it('the focus goes to the field that the form itself refuses', () => {
    field('second').setAttribute('aria-invalid', 'true')
    submit()
    expect(focused()).toBe('first')
    vi.advanceTimersByTime(0)
    expect(focused()).toBe('second')
  })
  it('the focus goes to the first field that the server refuses, within 30 seconds', async () => {
    submit()
    vi.advanceTimersByTime(29_999)
    await refuse('second')
    expect(focused()).toBe('second')
  })
  it('the focus stays where it is after 30 seconds', async () => {
    submit()
    vi.advanceTimersByTime(30_000)
    await refuse('second')
    expect(focused()).toBe('first')
  })
  it('the focus stays if no field is wrong', () => {
    submit()
    vi.advanceTimersByTime(1_000)
    expect(focused()).toBe('first')
  })
  it('the focus moves once', async () => {
    submit()
    await refuse('second')
    field('first').focus()
    field('second').removeAttribute('aria-invalid')
    await refuse('second')
    expect(focused()).toBe('first')
  })
  it('the focus waits for an error, past a field that becomes right', async () => {
    field('first').setAttribute('aria-invalid', 'false')
    submit()
    field('first').removeAttribute('aria-invalid')
    await Promise.resolve()
    await refuse('second')
    expect(focused()).toBe('second')
  })
})

describe('the focus', () => {
  it('does not move to an error without a submit', async () => {
    await refuse('second')
    expect(focused()).toBe('first')
  })
  it('does not move while the person types on', async () => {
    submit()
    press('x')
    await refuse('second')
    expect(focused()).toBe('first')
  })
  it.each(['Enter', ' '])('moves after “%s”, which may be the submit itself', async (key) => {
    submit()
    press(key)
    await refuse('second')
    expect(focused()).toBe('second')
  })
  it('moves after a click on a button, and not beside it', async () => {
    form.querySelector('i')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await refuse('second')
    expect(focused()).toBe('first')
    field('second').removeAttribute('aria-invalid')
    form.querySelector('b')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await refuse('second')
    expect(focused()).toBe('second')
  })
  it('is left alone once the dialog is closed', async () => {
    const removed = vi.spyOn(form, 'removeEventListener')
    stop()
    submit()
    await refuse('second')
    vi.advanceTimersByTime(0)
    expect(focused()).toBe('first')
    expect(removed.mock.calls.map(([type]) => type)).toEqual(['submit', 'click', 'keydown'])
  })
})
