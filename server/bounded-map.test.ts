import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'
import { networkOf } from './security/network-of.ts'
import { MemoryWindows } from './database/try-windows.ts'

test('a key beyond the bound removes the oldest entry and no other', () => {
  const map = new BoundedMap<string, number>(3)
  for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index)
  map.set('a', 9)
  map.set('d', 4)
  expect([...map.keys()]).toEqual(['c', 'a', 'd'])
})

test('beyond the limit the newest windows are kept with their counts', async () => {
  const windows = new MemoryWindows(1_000)
  const bounds = { max: 3, windowMs: 60_000 }
  for (let index = 0; index < 1_300; index += 1) await windows.count(`key ${index}`, bounds, 1)
  expect(windows.size).toBe(1_000)
  expect(await windows.count('key 1299', bounds, 2)).toEqual({ count: 2, until: 60_001 })
  expect(await windows.count('key 0', bounds, 2)).toEqual({ count: 1, until: 60_002 })
})

test('a window ends after its time, and when the clock is set back', async () => {
  const windows = new MemoryWindows()
  const bounds = { max: 3, windowMs: 1_000 }
  await windows.count('key', bounds, 100_000)
  expect((await windows.count('key', bounds, 100_999)).count).toBe(2)
  expect((await windows.count('key', bounds, 101_000)).count).toBe(1)
  expect((await windows.count('key', bounds, 5_000)).count).toBe(1)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0:0::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['', ''],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
