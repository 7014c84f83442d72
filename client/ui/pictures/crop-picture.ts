import { AVATAR_LIMITS } from '#schema/tables/avatars.ts'

/**
 * The square to cut out of a picture: its centre in shares of width and height, and its zoom. Zoom
 * 1 is the largest square that fits.
 */
export interface Crop {
  x: number
  y: number
  zoom: number
}
export const MIDDLE: Crop = { x: 0.5, y: 0.5, zoom: 1 }
export const MOST_ZOOM = 4

export interface Size {
  width: number
  height: number
}
const within = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most)

/** The same square, moved and zoomed so that it lies wholly inside the picture. */
export const insideOf = ({ width, height }: Size, { x, y, zoom }: Crop): Crop => {
  const near = within(zoom, 1, MOST_ZOOM)
  const side = Math.min(width, height) / near
  const [marginX, marginY] = [side / width / 2, side / height / 2]
  return { zoom: near, x: within(x, marginX, 1 - marginX), y: within(y, marginY, 1 - marginY) }
}

/** The square of a crop in pixels of the picture. */
export const squareOf = (size: Size, crop: Crop): { left: number; top: number; side: number } => {
  const side = Math.min(size.width, size.height) / crop.zoom
  return { side, left: crop.x * size.width - side / 2, top: crop.y * size.height - side / 2 }
}

export const drawCrop = (canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void => {
  const context = canvas.getContext('2d')
  if (context === null) return
  const { left, top, side } = squareOf(picture, crop)
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency: paint the background white, as on paper.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

const QUALITIES = [0.9, 0.75, 0.5]

/**
 * Encodes the canvas as a base64 JPEG within the server's size limit. The metadata of the original
 * file (place, device, date) is not included.
 */
export const pictureOf = async (canvas: HTMLCanvasElement): Promise<string> => {
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    )
    if (blob !== null && blob.size <= AVATAR_LIMITS.bytes) return await base64Of(blob)
  }
  throw new Error('The picture could not be made small enough')
}

const base64Of = async (blob: Blob): Promise<string> =>
  btoa(
    [...new Uint8Array(await blob.arrayBuffer())].map((byte) => String.fromCharCode(byte)).join(''),
  )
