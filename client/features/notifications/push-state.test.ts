import { expect, it } from 'vitest'
import { PUSH_OFFERS, type PushAbilities, pushStateOf } from './push-state.ts'

const able: PushAbilities = {
  isPossible: true,
  isAppleTouch: false,
  permission: 'default',
  isSubscribed: false,
  hasServer: true,
}
const offer = (changes: Partial<PushAbilities>) => PUSH_OFFERS[pushStateOf({ ...able, ...changes })]

it('[WP8] a browser and a server that can are offered pushes, until they are on', () => {
  expect(pushStateOf(able)).toBe('off')
  expect(offer({})).toEqual({ hasLine: true, hasPart: true })
  expect(offer({ isSubscribed: true })).toEqual({ hasLine: false, hasPart: true })
})

it('[WP8] nothing is offered where the server has no pushes, or the browser cannot', () => {
  const nothing = { hasLine: false, hasPart: false }
  for (const isAppleTouch of [false, true])
    for (const isPossible of [false, true])
      expect(offer({ isPossible, isAppleTouch, hasServer: false })).toEqual(nothing)
  expect(offer({ isPossible: false })).toEqual(nothing)
  expect(offer({ hasServer: null }), 'the server cannot be asked').toEqual(nothing)
  expect(pushStateOf({ ...able, hasServer: null, isSubscribed: true })).toBe('on')
})

it('[WP8] a person who denied it is told how to allow it, in the settings only', () => {
  for (const isSubscribed of [false, true])
    expect(pushStateOf({ ...able, permission: 'denied', isSubscribed })).toBe('refused')
  expect(PUSH_OFFERS.refused).toEqual({ hasLine: false, hasPart: true })
})

it('[WP8] an iPhone is told to install the application', () => {
  expect(pushStateOf({ ...able, isPossible: false, isAppleTouch: true })).toBe('uninstalled')
})
