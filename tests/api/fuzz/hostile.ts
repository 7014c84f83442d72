import type { Random } from '../../sync/simulator/random.ts'

const nested = (depth: number): unknown => {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}
/** `__proto__` as an own key, which an object literal cannot have. */
const withPrototypeKey = (): unknown =>
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')

const VALUES: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => -1,
  () => 0.5,
  () => 1e308,
  () => -0,
  () => 2 ** 53 + 2,
  () => 2_147_483_648,
  () => '',
  () => ' ',
  () => [],
  () => ({}),
  () => [[]],
  () => 'x'.repeat(300),
  () => 'x'.repeat(70_000),
  () => 'é̷'.repeat(2_000),
  () => '\u0000',
  () => 'a\u0000b',
  () => '\ud800',
  () => '\u202egnirts',
  () => '\r\nSet-Cookie: a=b',
  () => "'; drop table users; --",
  () => "1' or '1'='1",
  () => '../../../../etc/passwd',
  () => '%2e%2e%2f',
  () => '${7*7}',
  () => '{{7*7}}',
  () => '<script>alert(1)</script>',
  () => '=1+1',
  () => '__proto__',
  () => 'constructor',
  () => 'toString',
  () => 'hasOwnProperty',
  withPrototypeKey,
  () => ({ toString: 1, valueOf: 2, length: -1 }),
  () => nested(12),
  () => nested(31),
  () => nested(200),
  () => Array.from({ length: 3_000 }, (_, index) => index),
  () => Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index])),
  () => '9999-12-31',
  () => '2030-02-30',
  () => '0000-00-00',
  () => 'NaN',
  () => 'Infinity',
  () => '1e5',
  () => '٣',
  () => '(a+)+$',
  () => '(',
]
export const hostileValue = (random: Random): unknown => random.pick(VALUES)()

type Parent = Record<string, unknown> | unknown[]
interface Spot {
  parent: Parent
  key: string
}

const spotsOf = (value: unknown, spots: Spot[] = []): Spot[] => {
  if (typeof value !== 'object' || value === null || spots.length > 200) return spots
  for (const key of Object.keys(value)) {
    spots.push({ parent: value as Parent, key })
    spotsOf((value as Record<string, unknown>)[key], spots)
  }
  return spots
}
const put = (parent: Parent, key: string, value: unknown): void => {
  Object.defineProperty(parent, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

const CHANGES: readonly ((spot: Spot, random: Random) => void)[] = [
  ({ parent, key }, random) => put(parent, key, hostileValue(random)),
  ({ parent, key }) => {
    if (Array.isArray(parent)) parent.length = 0
    else Reflect.deleteProperty(parent, key)
  },
  ({ parent }, random) =>
    put(
      parent,
      random.pick([
        '__proto__',
        'constructor',
        'prototype',
        'id',
        'roles',
        'isAdmin',
        'updatedOn',
        'vendorId',
        'x',
      ]),
      hostileValue(random),
    ),
  ({ parent, key }) => put(parent, key, [(parent as Record<string, unknown>)[key]]),
  ({ parent, key }) => put(parent, key, String((parent as Record<string, unknown>)[key])),
]

/** Replaces one part of the value, or all of it, by a hostile one. */
export const spoil = (value: unknown, random: Random): unknown => {
  const spots = spotsOf(value)
  if (spots.length === 0 || random.chance(0.05)) return hostileValue(random)
  random.pick(CHANGES)(random.pick(spots), random)
  return value
}

/** Texts in place of a JSON body. */
const TEXTS: readonly (() => string)[] = [
  () => '',
  () => '{',
  () => '{"a":',
  () => 'null',
  () => '"text"',
  () => '[1,2',
  () => '{"a":1,"a":2}',
  () => '\u0000',
  () => '['.repeat(50_000),
  () => '{"a":'.repeat(10_000),
  () => '{"__proto__":{"polluted":true}}',
  () => `"${'x'.repeat(1_200_000)}"`,
  () => '1e999999',
  () => '{"id":"\\ud800"}',
  () => '<xml/>',
  () => 'a=1&b=2',
]
export const hostileText = (random: Random): string => random.pick(TEXTS)()
