import { expect, it } from 'vitest'
import { checkNames, contentsOf } from './choose-files.ts'

const { signal } = new AbortController()
const named = (count: number) => Array.from({ length: count }, (_, at) => `${at}.json`)

it('reads at most 2,000 files at once', () => {
  expect(() => checkNames(named(2_000))).not.toThrow()
  expect(() => checkNames(named(2_001))).toThrow(
    expect.objectContaining({
      problems: [{ code: 'tooManyFiles', detail: { limit: 2_000, found: 2_001 } }],
    }),
  )
})

it('names the file that cannot be read together with others, before any is opened', async () => {
  expect(() => checkNames(['list.csv'])).not.toThrow()
  const opened: string[] = []
  const files = ['a.yaml', 'MANIFEST.md'].map((name) => {
    const file = new File(['x'], name)
    file.arrayBuffer = () => {
      opened.push(name)
      return Promise.resolve(new ArrayBuffer(1))
    }
    return file
  })
  await expect(contentsOf(files, signal)).rejects.toMatchObject({
    problems: [{ code: 'mixedFiles', detail: { inFile: 'MANIFEST.md' } }],
  })
  expect(opened).toEqual([])
})

it('names a folder, which the browser cannot open', async () => {
  const folder = new File([], 'reports.json')
  folder.arrayBuffer = () => Promise.reject(new DOMException('', 'NotFoundError'))
  await expect(contentsOf([new File(['[]'], 'a.json'), folder], signal)).rejects.toMatchObject({
    problems: [{ code: 'unreadable', detail: { inFile: 'reports.json' } }],
  })
})

it('stops between two files', async () => {
  const stop = new AbortController()
  const first = new File(['[]'], 'a.json')
  first.arrayBuffer = () => {
    stop.abort()
    return Promise.resolve(new ArrayBuffer(2))
  }
  const second = new File(['[]'], 'b.json')
  let isOpened = false
  second.arrayBuffer = () => {
    isOpened = true
    return Promise.resolve(new ArrayBuffer(2))
  }
  await expect(contentsOf([first, second], stop.signal)).rejects.toThrow()
  expect(isOpened).toBe(false)
})
