import { FEEDBACK_LIMITS } from '#schema/tables/feedback.ts'

const QUALITIES = [0.92, 0.8, 0.6]

/**
 * Whether the browser can capture the screen. Phones cannot; there the person picks a picture file.
 */
export const canTakePicture = (): boolean => 'getDisplayMedia' in (navigator.mediaDevices ?? {})

/** Scales a size down to the server's limit, keeping its proportions. */
export const fittingSize = ({
  width,
  height,
}: {
  width: number
  height: number
}): { width: number; height: number } => {
  const scale = Math.min(1, FEEDBACK_LIMITS.widthPx / width, FEEDBACK_LIMITS.heightPx / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality))

/** Encodes as PNG, which keeps letters sharp, or as JPEG if the PNG is too big. */
const encode = async (
  source: CanvasImageSource,
  size: { width: number; height: number },
): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fittingSize(size))
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
  const sharp = await blobOf(canvas, 'image/png')
  if (sharp !== null && sharp.size <= FEEDBACK_LIMITS.fileBytes) return sharp
  for (const quality of QUALITIES) {
    const small = await blobOf(canvas, 'image/jpeg', quality)
    if (small !== null && small.size <= FEEDBACK_LIMITS.fileBytes) return small
  }
  throw new Error('The picture could not be made small enough')
}

/** Waits for the first video frame after the page is painted without the covering dialog. */
const nextFrame = (video: HTMLVideoElement): Promise<unknown> =>
  new Promise((resolve) => {
    video.requestVideoFrameCallback(resolve)
  })
const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
/** A page that does not change gives no second frame, so the wait ends after this time. */
const STILL_MS = 500
const atMost = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/**
 * Captures what the person lets the browser share; this tab is offered first. Rejects if they
 * decline.
 * @param uncover hides what covers the page and returns how to show it again
 */
export const takePicture = async (uncover: () => () => void): Promise<Blob> => {
  const options: DisplayMediaStreamOptions & { preferCurrentTab: boolean } = {
    video: true,
    audio: false,
    preferCurrentTab: true,
  }
  const stream = await navigator.mediaDevices.getDisplayMedia(options)
  const cover = uncover()
  try {
    const video = document.createElement('video')
    video.muted = true
    video.srcObject = stream
    await video.play()
    await drawn()
    await Promise.race([nextFrame(video), atMost(STILL_MS)])
    await Promise.race([nextFrame(video), atMost(STILL_MS)])
    return await encode(video, { width: video.videoWidth, height: video.videoHeight })
  } finally {
    cover()
    for (const track of stream.getTracks()) track.stop()
  }
}

/** Redraws a picture file, which removes its metadata (place, device, date). */
export const readPicture = async (file: Blob): Promise<Blob> => {
  const bitmap = await createImageBitmap(file)
  try {
    return await encode(bitmap, bitmap)
  } finally {
    bitmap.close()
  }
}
