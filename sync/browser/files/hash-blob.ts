/** SHA-256 of the bytes in hex. */
export const hashBlob = async (blob: Blob): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
