import type { Endpoint } from '#schema/api/endpoint.ts'
import { responseOf } from './api.ts'
import { OfflineError } from './offline-error.ts'

/** The bytes of a call that answers with a file. */
export const downloadFile = async (
  endpoint: Endpoint,
  params: Record<string, string>,
): Promise<Blob> => {
  const response = await responseOf(endpoint, { params })
  return await response.blob().catch((cause: unknown) => {
    throw new OfflineError(cause)
  })
}
