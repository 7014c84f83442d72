import { NOTICE_GROUP_NAMES, type NoticeGroup } from '#schema/tables/notice-groups.ts'

/** The emails that a link ends. */
export interface LinkScope {
  /** Empty if the link cannot be read. */
  groups: NoticeGroup[]
  isOneProject: boolean
}

/**
 * What a link says about itself, before the server is asked. Nothing is decided by it: only the
 * server knows whether it wrote the link.
 */
export const readLinkScope = (token: string): LinkScope => {
  try {
    const [content = ''] = token.split('.')
    const text = atob(content.replaceAll('-', '+').replaceAll('_', '/'))
    const [, projectId, groups] = JSON.parse(text) as unknown[]
    const named = Array.isArray(groups) ? groups : []
    return {
      groups: NOTICE_GROUP_NAMES.filter((group) => named.includes(group)),
      isOneProject: typeof projectId === 'string',
    }
  } catch {
    return { groups: [], isOneProject: false }
  }
}
