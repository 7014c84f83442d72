import { vi } from 'vitest'

export interface Download {
  name: string
  blob: Blob
}

/** Collects what the page downloads from now on. `vi.restoreAllMocks` ends it. */
export const catchDownloads = (): Download[] => {
  const blobs: Blob[] = []
  const downloads: Download[] = []
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${blobs.push(blob) - 1}`,
    revokeObjectURL: () => undefined,
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const blob = blobs[Number(this.href.slice('blob:'.length))]
    if (blob !== undefined) downloads.push({ name: this.download, blob })
  })
  return downloads
}
