import { expect, test } from 'vitest'
import { createRandom } from '../sync/simulator/random.ts'
import { type CUTS, Disk } from './disk.ts'
import { readTrace } from './trace.ts'

const hex = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
const TRACE = [
  `7 openat(AT_FDCWD<${hex('/home')}>, "${hex('/d/wal')}", O_RDWR|O_CREAT|O_CLOEXEC, 0644) = 21<${hex('/d/wal')}>`,
  `7 pwrite64(21<${hex('/d/wal')}>, "${hex('0123456789')}", 10, 0) = 10`,
  `7 pwrite64(22<${hex('/d/index-shm')}>, "${hex('x')}", 1, 0) = 1`,
  `7 fsync(21<${hex('/d/wal')}> <unfinished ...>`,
  `8 write(28<TCP:[127.0.0.1:25510->127.0.0.1:53058]>, "${hex('HTTP/1.1 200 OK\r\n\r\n{"lastMid":4}')}", 32) = 32`,
  `7 <... fsync resumed>) = 0`,
  `7 pwrite64(21<${hex('/d/wal')}>, "${hex('abc')}", 3, 8 <unfinished ...>`,
  `7 <... pwrite64 resumed>) = 3`,
  `7 pwrite64(21<${hex('/elsewhere/file')}>, "${hex('abc')}", 3, 8) = 3`,
  `7 unlink("${hex('/d/journal')}") = -1 ENOENT (No such file or directory)`,
  `7 ftruncate(21<${hex('/d/wal')}>, 4) = 0`,
  `7 fsync(23<${hex('/d')}>) = 0`,
].join('\n')

test('a trace is read in order, including what other threads did while one waited for the disk', () => {
  expect(
    readTrace(TRACE, '/d', []).map((step) =>
      'bytes' in step ? { ...step, bytes: step.bytes.toString() } : step,
    ),
  ).toEqual([
    { kind: 'create', file: '/d/wal' },
    { kind: 'write', file: '/d/wal', offset: 0, bytes: '0123456789' },
    { kind: 'answer', port: 53058, lastMid: 4 },
    { kind: 'sync', file: '/d/wal', covers: 2 },
    { kind: 'write', file: '/d/wal', offset: 8, bytes: 'abc' },
    { kind: 'truncate', file: '/d/wal', size: 4 },
    { kind: 'sync-folder', covers: 6 },
  ])
  expect(() => readTrace(`7 unlink("${hex('/d/wal')}") = 0`, '/d', [])).toThrow('unlink')
})

test('synced data last, unsynced data may be lost, and a file that its folder does not list is gone', () => {
  const steps = readTrace(TRACE, '/d', [])
  const disk = new Disk(new Map())
  const random = createRandom(1)
  const texts = (how: (typeof CUTS)[number]) => disk.cut(how, random).get('/d/wal')?.toString()
  for (const step of steps.slice(0, 5)) disk.take(step)
  expect([texts('nothing of it'), texts('all of it')]).toEqual([undefined, '01234567abc'])
  for (const step of steps.slice(5)) disk.take(step)
  expect([texts('nothing of it'), texts('all of it')]).toEqual(['0123456789', '0123'])
  expect(disk.pending).toBe(2)
})

test('a torn write changes whole sectors and leaves the neighbouring ones as they were', () => {
  const disk = new Disk(new Map([['f', Buffer.alloc(1_200, 'a')]]))
  disk.take({ kind: 'write', file: 'f', offset: 500, bytes: Buffer.alloc(600, 'b') })
  const random = createRandom(3)
  const found = new Set(
    Array.from({ length: 60 }, () =>
      (disk.cut('torn sectors', random).get('f') ?? '')
        .toString()
        .replace(/(.)\1*/g, (run, letter: string) => `${letter}${run.length} `),
    ),
  )
  expect([...found].sort()).toEqual([
    'a1024 b76 a100 ',
    'a1200 ',
    'a500 b12 a512 b76 a100 ',
    'a500 b12 a688 ',
    'a500 b524 a176 ',
    'a500 b600 a100 ',
    'a512 b512 a176 ',
    'a512 b588 a100 ',
  ])
})
