/** What a call is done to, as the access log tells it. */
export const OBJECT_KINDS = ['person', 'organization', 'project', 'file'] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]
