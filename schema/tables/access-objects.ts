/** The kinds of objects in the access log. */
export const OBJECT_KINDS = ['person', 'organization', 'project', 'file'] as const
export type ObjectKind = (typeof OBJECT_KINDS)[number]
