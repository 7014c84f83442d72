/** Size of a header, and the unit to which contents are filled up. */
export const BLOCK = 512
/** Two empty blocks end the file. */
export const END_BYTES = 2 * BLOCK
const NAME_BYTES = 100
const MOST_OCTAL = 0o77777777777

export interface TarEntry {
  name: string
  bytes: number
  /** Seconds since the epoch. */
  writtenOn: number
}

/** Bytes that fill an entry of this size up to whole blocks. */
export const paddingOf = (bytes: number): number => (BLOCK - (bytes % BLOCK)) % BLOCK

/**
 * The header of a file of mode 0600, as POSIX.1-1988 (ustar) describes it; sizes of 8 GiB and more
 * are binary, as GNU tar and bsdtar write and read them.
 */
export const tarHeader = ({ name, bytes, writtenOn }: TarEntry): Buffer => {
  const header = Buffer.alloc(BLOCK)
  if (header.write(name, 0, NAME_BYTES) !== name.length || name.length >= NAME_BYTES)
    throw new Error(`${name} is no name of an entry`)
  octal(header, 0o600, { at: 100, length: 8 })
  octal(header, 0, { at: 108, length: 8 })
  octal(header, 0, { at: 116, length: 8 })
  if (bytes <= MOST_OCTAL) octal(header, bytes, { at: 124, length: 12 })
  else {
    header[124] = 0x80
    header.writeBigUInt64BE(BigInt(bytes), 128)
  }
  octal(header, writtenOn, { at: 136, length: 12 })
  header.fill(' ', 148, 156)
  header.write('0', 156)
  header.write('ustar\u000000', 257, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

const octal = (
  header: Buffer,
  value: number,
  { at, length }: { at: number; length: number },
): void => {
  header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
}

/** Reads what `tarHeader` wrote; null if it is anything else, even one byte. */
export const parseTarHeader = (header: Buffer): TarEntry | null => {
  const end = header.indexOf(0)
  if (end < 1 || end >= NAME_BYTES) return null
  const isBinary = header[124] === 0x80
  const octalAt = (at: number): number => Number.parseInt(header.toString('latin1', at, at + 11), 8)
  const entry = {
    name: header.toString('latin1', 0, end),
    bytes: isBinary ? Number(header.readBigUInt64BE(128)) : octalAt(124),
    writtenOn: octalAt(136),
  }
  if (!Number.isSafeInteger(entry.bytes) || !Number.isSafeInteger(entry.writtenOn)) return null
  return tarHeader(entry).equals(header) ? entry : null
}
