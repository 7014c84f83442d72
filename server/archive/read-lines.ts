import { ArchiveProblem } from './archive-problem.ts'

const LINE_FEED = 10
/** No row that a server has written is longer. */
export const LINE_BYTES = 64_000_000

/** Yields the lines of a part without their line feeds; holds one line and one piece at a time. */
export async function* readLines(
  path: string,
  bytes: AsyncIterable<Buffer>,
  mostBytes = LINE_BYTES,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest: Buffer[] = []
  let [waiting, line] = [0, 0]
  const text = (): string => {
    line += 1
    try {
      return decoder.decode(Buffer.concat(rest))
    } catch {
      throw new ArchiveProblem(path, 'is no UTF-8', line)
    }
  }
  for await (const piece of bytes) {
    let from = 0
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, from)) {
      rest.push(piece.subarray(from, end))
      if (waiting + end - from > mostBytes) throw new ArchiveProblem(path, 'is too long', line + 1)
      yield text()
      ;[rest, waiting, from] = [[], 0, end + 1]
    }
    rest.push(piece.subarray(from))
    waiting += piece.length - from
    if (waiting > mostBytes) throw new ArchiveProblem(path, 'is too long', line + 1)
  }
  if (waiting > 0) throw new ArchiveProblem(path, 'does not end with a line feed', line + 1)
}
