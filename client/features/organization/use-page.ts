import { useState } from 'react'
import { LIMITS } from '#schema/tables/limits.ts'
import { useLocalSetting } from '../../lib/local-settings.ts'

/** Numbers of entries that a page can show. */
export const PAGE_SIZES = [LIMITS.pageSize, 25, 50, 100] as const

export interface PageChoice {
  pageNumber: number
  pageSize: number
  setPage: (pageNumber: number) => void
  /** Also shows the first page. */
  setPageSize: (pageSize: number) => void
}

/** The page of a list, and the person's number of entries per page on this device. */
export const usePage = (): PageChoice => {
  const [pageNumber, setPage] = useState(0)
  const [stored, store] = useLocalSetting<number>('pageSize', LIMITS.pageSize)
  const pageSize = PAGE_SIZES.find((size) => size === stored) ?? LIMITS.pageSize
  return {
    pageNumber,
    pageSize,
    setPage,
    setPageSize: (next) => {
      store(next)
      setPage(0)
    },
  }
}
