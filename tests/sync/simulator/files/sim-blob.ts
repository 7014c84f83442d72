/**
 * A blob that reads its bytes without a turn of the event loop, which the run does not wait for.
 */
export class SimBlob extends Blob {
  readonly content: Buffer
  constructor(content: Buffer) {
    super([new Uint8Array(content)])
    this.content = content
  }
  override slice(start = 0, end = this.size): SimBlob {
    return new SimBlob(this.content.subarray(start, end))
  }
}

export const contentOf = (blob: Blob): Buffer => {
  if (!(blob instanceof SimBlob)) throw new TypeError('Only files of the run are sent')
  return blob.content
}
