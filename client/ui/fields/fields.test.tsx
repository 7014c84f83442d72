// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { MOST_ADDRESSES } from '#schema/rules/account/address-list.ts'
import { renderScreen } from '../../../tests/support/screen.tsx'
import { addressProblems } from './address-field.tsx'
import { DateField } from './date-field.tsx'
import { ErrorSummary, type FieldError } from './error-summary.tsx'
import { FindField } from './find-field.tsx'
import { PasswordField } from './password-field.tsx'

beforeEach(async () => {
  await startLocale('en')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A field whose owner keeps each value, and what it was given. */
const owned = <V,>(first: V, field: (value: V, onChange: (value: V) => void) => ReactNode) => {
  const given: V[] = []
  const owners = new Set<() => void>()
  let current = first
  const put = (value: V): void => {
    current = value
    for (const tell of owners) tell()
  }
  const subscribe = (tell: () => void) => {
    owners.add(tell)
    return () => owners.delete(tell)
  }
  const Owner = () =>
    field(
      useSyncExternalStore(subscribe, () => current),
      (next) => {
        given.push(next)
        put(next)
      },
    )
  renderScreen(<Owner />)
  return { given, put: (value: V) => act(() => put(value)) }
}
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(input(label), { target: { value } })

describe('a date', () => {
  const open = (first: string | null, over: Partial<Parameters<typeof DateField>[0]> = {}) =>
    owned(first, (value, onChange) => (
      <DateField label="Due" value={value} onChange={onChange} {...over} />
    ))
  it('is shown and typed as DD.MM.YYYY, and stays as it is typed', () => {
    const { given } = open('2027-03-31')
    expect(input('Due').value).toBe('31.03.2027')
    type('Due', '1.4.2027')
    expect([given, input('Due').value]).toEqual([['2027-04-01'], '1.4.2027'])
    type('Due', '01.04.2027')
    expect(given).toHaveLength(1)
    fireEvent.blur(input('Due'))
    expect(input('Due').value).toBe('01.04.2027')
  })
  it('that is not complete changes nothing, and is put back', () => {
    const { given } = open('2027-03-31')
    type('Due', '1.4.')
    expect([given, input('Due').value]).toEqual([[], '1.4.'])
    fireEvent.blur(input('Due'))
    expect(input('Due').value).toBe('31.03.2027')
  })
  it('follows its owner', () => {
    const { put } = open('2027-03-31')
    put('2027-05-01')
    expect(input('Due').value).toBe('01.05.2027')
    put(null)
    expect(input('Due').value).toBe('')
  })
  it('is cleared only where it may be', () => {
    const { given } = open('2027-03-31')
    type('Due', '')
    expect(given).toEqual([null])
    cleanup()
    const required = open('2027-03-31', { isClearable: false })
    type('Due', '')
    expect(required.given).toEqual([])
  })
  it('is not before the first one that is allowed', () => {
    const { given } = open(null, { min: '2027-03-31' })
    type('Due', '30.3.2027')
    expect(given).toEqual([])
    type('Due', '31.3.2027')
    expect(given).toEqual(['2027-03-31'])
  })
  it('opens its calendar by Alt with the arrow down only', () => {
    open('2027-03-31')
    const calendar = screen.getByRole('button', { name: 'Calendar: Due' })
    expect(fireEvent.keyDown(input('Due'), { key: 'ArrowDown' })).toBe(true)
    fireEvent.keyDown(input('Due'), { key: 'ArrowUp', altKey: true })
    expect(calendar.getAttribute('aria-expanded')).toBe('false')
    expect(fireEvent.keyDown(input('Due'), { key: 'ArrowDown', altKey: true })).toBe(false)
    expect(calendar.getAttribute('aria-expanded')).toBe('true')
  })
})

describe('a search', () => {
  it('is told 150 ms after the last key, and not where it is the same again', () => {
    vi.useFakeTimers()
    const { given, put } = owned('', (value, onChange) => (
      <FindField label="Find" value={value} onChange={onChange} />
    ))
    type('Find', 'a')
    act(() => void vi.advanceTimersByTime(149))
    type('Find', 'ab')
    act(() => void vi.advanceTimersByTime(149))
    expect(given).toEqual([])
    act(() => void vi.advanceTimersByTime(1))
    expect(given).toEqual(['ab'])
    type('Find', 'abc')
    type('Find', 'ab')
    act(() => void vi.advanceTimersByTime(1_000))
    expect(given).toEqual(['ab'])
    put('other')
    expect(input('Find').value).toBe('other')
    act(() => void vi.advanceTimersByTime(1_000))
    expect(given).toEqual(['ab'])
  })
})

describe('the errors of a form', () => {
  const error = (inputId: string | null, text = `${inputId} is wrong`): FieldError => ({
    inputId,
    text,
  })
  const open = (first: readonly FieldError[]) =>
    owned(first, (errors) => (
      <>
        <ErrorSummary errors={errors} />
        <input id="name" />
        <textarea id="note" />
        <fieldset id="group">
          <input type="checkbox" id="box" />
        </fieldset>
        <button type="submit" id="send" />
      </>
    ))
  const focused = () => document.activeElement?.id
  it('are none at first', () => {
    open([])
    expect(screen.queryByRole('alert')).toBeNull()
  })
  it('take the focus to the first field with one, or to the list without any', () => {
    const { put } = open([])
    put([error(null, 'Not now'), error('note'), error('name')])
    expect(focused()).toBe('note')
    expect(screen.getByRole('alert').textContent).toContain('There are 3 problems')
    put([])
    put([error('group')])
    expect(focused()).toBe('box')
    expect(screen.getByRole('alert').textContent).toContain('There is a problem')
    put([])
    put([error(null, 'Not now')])
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    put([])
    put([error('gone')])
    expect(document.activeElement).toBe(screen.getByRole('alert'))
  })
  it('leave the focus alone while the person corrects one', () => {
    const { put } = open([error('name'), error('note')])
    expect(focused()).toBe('name')
    act(() => document.getElementById('note')?.focus())
    put([error('name')])
    expect(focused()).toBe('note')
    act(() => document.getElementById('send')?.focus())
    put([error('name', 'Still wrong')])
    expect(focused()).toBe('name')
  })
  it('lead to their fields', () => {
    open([error('name'), error('group'), error(null, 'Not now')])
    const [first, second, ...more] = screen.getAllByRole('link')
    expect(more).toEqual([])
    expect(fireEvent.click(second as Element)).toBe(false)
    expect(focused()).toBe('box')
    fireEvent.click(first as Element)
    expect(focused()).toBe('name')
  })
})

describe('addresses', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_none, at) => `p${at}@city.example`).join(', ')
  it.each([
    ['one', 'a@city.example', true, 0],
    ['as many as allowed', many(MOST_ADDRESSES), true, 0],
    ['one too many', many(MOST_ADDRESSES + 1), true, 1],
    ['none where one is required', '', true, 1],
    ['none elsewhere', '', false, 0],
    ['two that are none', 'a@city.example, b@, c@', false, 2],
  ])('%s: %s', (_case, text, isRequired, count) => {
    const problems = addressProblems('to', text, isRequired)
    expect(problems.map(({ inputId }) => inputId)).toEqual(
      Array.from({ length: count }, () => 'to'),
    )
  })
})

describe('a password field', () => {
  it('reports its error at the input', () => {
    renderScreen(<PasswordField label="Password" error="Enter your password" />)
    const input = screen.getByLabelText('Password')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = input.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe('Enter your password')
  })
  it('reports its error before the text that its owner describes it with', () => {
    renderScreen(
      <>
        <PasswordField label="Password" aria-describedby="rules" error="Enter your password" />
        <PasswordField label="Repeated" aria-describedby="rules" />
        <ul id="rules" />
      </>,
    )
    const describing = (label: string) =>
      (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
    expect(describing('Password')).toEqual(['Enter your password', ''])
    expect(describing('Repeated')).toEqual([''])
  })
  it('names its field in the button that shows the password', () => {
    renderScreen(
      <>
        <PasswordField label="New password" />
        <PasswordField label="New password again" />
      </>,
    )
    expect(
      screen.getAllByRole('button').map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Show or hide: New password', 'Show or hide: New password again'])
  })
  it('is valid without one', () => {
    renderScreen(<PasswordField label="Password" />)
    expect(screen.getByLabelText('Password').hasAttribute('aria-invalid')).toBe(false)
  })
})
