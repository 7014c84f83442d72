const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The beginning of a PNG of this size in pixels, which tells its type and size, and zeros. */
export const pngOf = (width: number, height: number, bytes = 40): Buffer => {
  const png = Buffer.alloc(bytes)
  png.set(SIGNATURE)
  png.write('IHDR', 12)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}
