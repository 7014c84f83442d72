import { FEEDBACK_LIMITS } from '#schema/tables/feedback.ts'

const QUALITIES = [0.92, 0.8, 0.6]

/** Phones let no page look at the screen; there a picture is chosen. */
export const canTakePicture = (): boolean => 'getDisplayMedia' in (navigator.mediaDevices ?? {})

/** At most as large as the server takes it, in the same proportion. */
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

/** PNG where it is small enough, so that letters stay sharp; else JPEG. */
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

/** The first frame that comes once the page has been drawn without what covers it. */
const nextFrame = (video: HTMLVideoElement): Promise<unknown> =>
  new Promise((resolve) => {
    video.requestVideoFrameCallback(resolve)
  })
const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
/** A page that stands still gives no second frame. */
const STILL_MS = 500
const atMost = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/**
 * What the person lets the browser show: this tab is offered first. Rejects where they refuse.
 * @param uncover takes away what stands over the page, and answers how to bring it back
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

/** A picture file, redrawn, so that the file's own data (place, device, date) stays behind. */
export const readPicture = async (file: Blob): Promise<Blob> => {
  const bitmap = await createImageBitmap(file)
  try {
    return await encode(bitmap, bitmap)
  } finally {
    bitmap.close()
  }
}
