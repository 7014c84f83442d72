import { beforeEach, expect, it, vi } from 'vitest'
import { confirmedCalls } from './confirmed-calls.ts'

let seen: unknown[]
let isConfirmed: boolean
vi.mock('../../ui/dialogs/confirm.tsx', () => ({
  confirm: async (question: unknown) => {
    seen.push(['confirm', question])
    return isConfirmed
  },
}))
vi.mock('../../ui/feedback/toast.tsx', () => ({
  toast: {
    success: (text: string) => seen.push(['success', text]),
    error: (error: unknown) => seen.push(['error', error]),
  },
}))
const calls = confirmedCalls(() => seen.push('reload'))
const question = { title: 'T', body: 'B', confirmLabel: 'C' }
const call = async () => void seen.push('call')
beforeEach(() => {
  seen = []
  isConfirmed = true
})

it('makes the call, tells that it is done, and reloads the list', async () => {
  await calls.run(call, 'Done')
  expect(seen).toEqual(['call', ['success', 'Done'], 'reload'])
})
it('tells a refusal, and reloads the list', async () => {
  const error = new Error('no')
  await calls.run(() => Promise.reject(error), 'Done')
  expect(seen).toEqual([['error', error], 'reload'])
})
it('asks first, as a danger unless the call is harmless, and does nothing on a no', async () => {
  await calls.ask({ ...question, call, done: 'Done' })
  expect(seen).toEqual([
    ['confirm', { ...question, danger: true }],
    'call',
    ['success', 'Done'],
    'reload',
  ])
  seen = []
  isConfirmed = false
  await calls.ask({ ...question, call, done: 'Done', isHarmless: true })
  expect(seen).toEqual([['confirm', { ...question, danger: false }]])
})
