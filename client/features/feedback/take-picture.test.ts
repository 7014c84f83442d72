// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { FEEDBACK_LIMITS } from '#schema/tables/feedback.ts'
import { canTakePicture, fittingSize, readPicture, takePicture } from './take-picture.ts'

test.each([
  [
    { width: 1_440, height: 900 },
    { width: 1_440, height: 900 },
  ],
  [
    { width: 8_000, height: 3_000 },
    { width: 4_000, height: 1_500 },
  ],
  [
    { width: 1_170, height: 6_000 },
    { width: 585, height: 3_000 },
  ],
  [
    { width: 100_000, height: 1 },
    { width: 4_000, height: 1 },
  ],
])('%o is sent as %o', (size, fitting) => {
  expect(fittingSize(size)).toEqual(fitting)
})

/** What the browser's canvas encodes: the size of the file by type and quality. */
let encoded: [type: string, quality: number | undefined][]
let sizeOf: (type: string, quality: number | undefined) => number | null
let drawn: { width: number; height: number; source: unknown }[]
beforeEach(() => {
  ;[encoded, drawn, sizeOf] = [[], [], () => 1_000]
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(((kind: string) =>
    kind === '2d'
      ? {
          drawImage: (source: unknown, x: number, y: number, width: number, height: number) =>
            void (x === 0 && y === 0 && drawn.push({ width, height, source })),
        }
      : null) as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(
    (resolve, type = '', quality) => {
      encoded.push([type, quality as number | undefined])
      const size = sizeOf(type, quality as number | undefined)
      resolve(size === null ? null : ({ type, size } as Blob))
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

describe('a picture file', () => {
  const bitmap = { width: 8_000, height: 3_000, close: vi.fn<() => void>() }
  const read = async () => {
    bitmap.close.mockClear()
    vi.stubGlobal('createImageBitmap', async () => bitmap)
    return await readPicture(new Blob())
  }
  const most = FEEDBACK_LIMITS.fileBytes

  it('is drawn anew, within the size that the server takes', async () => {
    expect(await read()).toMatchObject({ type: 'image/png' })
    expect(drawn).toEqual([{ width: 4_000, height: 1_500, source: bitmap }])
    expect(bitmap.close).toHaveBeenCalledOnce()
  })

  it('stays sharp up to the last byte that the server takes', async () => {
    sizeOf = () => most
    expect(await read()).toMatchObject({ type: 'image/png' })
    expect(encoded).toEqual([['image/png', undefined]])
  })

  it('loses as little as it must where it is too big', async () => {
    sizeOf = (type, quality) => (type === 'image/jpeg' && quality === 0.8 ? most : most + 1)
    expect(await read()).toMatchObject({ type: 'image/jpeg', size: most })
    expect(encoded.map(([, quality]) => quality)).toEqual([undefined, 0.92, 0.8])
  })

  it('can be a JPEG where the browser makes no PNG', async () => {
    sizeOf = (type) => (type === 'image/png' ? null : 10)
    expect(await read()).toMatchObject({ type: 'image/jpeg', size: 10 })
  })

  it.each([
    ['stays too big', () => most + 1],
    ['cannot be encoded', () => null],
  ])('is refused if it %s, and its memory is free again', async (_why, size) => {
    sizeOf = size
    await expect(read()).rejects.toThrow('small enough')
    expect(encoded).toHaveLength(4)
    expect(bitmap.close).toHaveBeenCalledOnce()
  })
})

describe('a picture of the screen', () => {
  let log: string[]
  let askedWith: unknown[]
  let hasFrames: boolean
  let played: HTMLVideoElement[]
  beforeEach(() => {
    ;[log, askedWith, hasFrames, played] = [[], [], true, []]
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    Object.defineProperty(navigator, 'mediaDevices', {
      configurable: true,
      value: {
        getDisplayMedia: async (options: unknown) => {
          askedWith.push(options)
          return { getTracks: () => [1, 2].map((at) => ({ stop: () => log.push(`stop ${at}`) })) }
        },
      },
    })
    vi.stubGlobal('requestAnimationFrame', (paint: () => void) => {
      log.push('paint')
      queueMicrotask(paint)
    })
    const video = HTMLVideoElement.prototype
    vi.spyOn(video, 'play').mockImplementation(function (this: HTMLVideoElement) {
      played.push(this)
      return Promise.resolve()
    })
    Object.assign(video, {
      requestVideoFrameCallback: (resolve: () => void) => {
        log.push('frame')
        if (hasFrames) resolve()
      },
    })
    Object.defineProperty(video, 'srcObject', { configurable: true, writable: true, value: null })
    vi.spyOn(video, 'videoWidth', 'get').mockReturnValue(800)
    vi.spyOn(video, 'videoHeight', 'get').mockReturnValue(600)
  })
  const uncover = () => {
    log.push('uncover')
    return () => void log.push('cover')
  }

  it('shows the page without the dialog, offers this tab first and lets the screen go', async () => {
    expect(await takePicture(uncover)).toMatchObject({ type: 'image/png' })
    expect(askedWith).toEqual([{ video: true, audio: false, preferCurrentTab: true }])
    expect(log).toEqual([
      ...['uncover', 'paint', 'paint', 'frame', 'frame', 'cover'],
      ...['stop 1', 'stop 2'],
    ])
    expect(drawn).toEqual([{ width: 800, height: 600, source: played[0] }])
    expect(played[0]).toMatchObject({ muted: true })
    expect(played[0]?.srcObject).not.toBeNull()
  })

  it('of a page that does not change is taken after half a second for each frame', async () => {
    hasFrames = false
    let isTaken = false
    void takePicture(uncover).then(() => (isTaken = true))
    await vi.advanceTimersByTimeAsync(500)
    await vi.advanceTimersByTimeAsync(499)
    expect(isTaken).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(isTaken).toBe(true)
  })

  it('that fails shows the dialog again and lets the screen go', async () => {
    sizeOf = () => null
    await expect(takePicture(uncover)).rejects.toThrow('small enough')
    expect(log.slice(-3)).toEqual(['cover', 'stop 1', 'stop 2'])
  })

  it('that the person declines never uncovers the page', async () => {
    Object.assign(navigator.mediaDevices, {
      getDisplayMedia: () => Promise.reject(new DOMException('Declined', 'NotAllowedError')),
    })
    await expect(takePicture(uncover)).rejects.toThrow('Declined')
    expect(log).toEqual([])
  })

  it('is offered only by a browser that can', () => {
    expect(canTakePicture()).toBe(true)
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: {} })
    expect(canTakePicture()).toBe(false)
    Reflect.deleteProperty(navigator, 'mediaDevices')
    expect(canTakePicture()).toBe(false)
  })
})
