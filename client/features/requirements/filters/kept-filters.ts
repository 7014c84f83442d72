import { keepSetting, readSetting } from '#client/lib/local-settings.ts'
import { currentSession } from '#client/lib/session.ts'
import { vendorViewOf } from '#client/lib/vendor-view.ts'
import { NO_FILTERS } from './no-filters.ts'

export interface FilteredDocument {
  projectId: string
  documentId: string
}

/** A requestor who tries the vendor's table has other columns there, and so other filters. */
const settingOf = ({ projectId, documentId }: FilteredDocument): string => {
  const isVendor = currentSession()?.vendorId != null || vendorViewOf(projectId) !== null
  return `projects.${projectId}.documentFilters.${isVendor ? 'answers' : 'requirements'}.${documentId}`
}

/** The filters among search parameters, unread: the page drops those that do not fit. */
const filtersIn = (search: object): object | null => {
  const filters = Object.entries(search).filter(([key]) => Object.hasOwn(NO_FILTERS, key))
  return filters.length === 0 ? null : Object.fromEntries(filters)
}

/** Keeps the filters of a document for this person on this device. */
export const keepFilters = (place: FilteredDocument, search: object): void =>
  void keepSetting(settingOf(place), filtersIn(search))

/**
 * The filters to add to the address of a document that is opened; null = the address stays. The
 * filters of an address win over the kept ones, and are kept unless the page is only preloaded.
 * Runs before the page loads, so it parses nothing.
 */
export function filtersToRestore(
  place: FilteredDocument,
  { search, preload }: { search: object; preload: boolean },
): object | null {
  if (filtersIn(search) === null)
    return filtersIn(readSetting<object | null>(settingOf(place), null) ?? {})
  if (!preload) keepFilters(place, search)
  return null
}
