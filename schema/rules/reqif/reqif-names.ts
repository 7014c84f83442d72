/** Types in the product's own exports, for what has no type of its own. */
export const OWN_TYPES = {
  requirement: 'tb-requirement',
  heading: 'tb-heading',
  specification: 'tb-specification',
} as const
export const isOwnType = (id: string): boolean =>
  (Object.values(OWN_TYPES) as readonly string[]).includes(id)

/** Attributes of the product's own exports that are no fields of a requirement. */
export const OWN_ATTRIBUTES = {
  name: 'ReqIF.Name',
  number: 'ReqIF.ForeignID',
  files: 'Attachments',
  chapter: 'ReqIF.ChapterName',
} as const
export type OwnAttribute = keyof typeof OWN_ATTRIBUTES
/** The identifiers are `tb-name`, and `tb-name-2` in the second type. */
export const ownAttribute = (id: string): OwnAttribute | null =>
  (/^tb-(name|number|files|chapter)(?:-\d+)?$/.exec(id)?.[1] as OwnAttribute | undefined) ?? null

/** Fields of a requirement that keep what only ReqIF knows, by name. */
export const KEPT = {
  type: 'ReqIF type',
  relations: 'ReqIF relations',
  source: 'ReqIF source',
  place: 'ReqIF place',
} as const

export const isKeptLabel = (label: string): boolean =>
  (Object.values(KEPT) as readonly string[]).includes(label)

/** The identifier that an export gives the specification of a document. */
export const specificationId = (documentId: string): string => `_d-${documentId}`
/** The document whose export gave the identifier; null = it comes from another tool. */
export const documentOfSpecification = (id: string): string | null =>
  /^_d-(.+)$/.exec(id)?.[1] ?? null

/** Identifiers that an export gives the tree of a document where no file gave any. */
export const generatedPlace = {
  requirement: (id: string): string => `_h-${id}`,
  section: (id: string): string => `_s-${id}`,
}

/** XML identifiers start with a letter or an underscore and have no blanks. */
export const isXmlId = (text: string): boolean => /^[A-Za-z_][\w.-]*$/.test(text)

interface Identified {
  id: string
  sourceId: string | null
}

/**
 * The identifiers of requirements in a file: those that they came with, so that other tools find
 * them again, else `_` and the id of the row. All differ.
 */
export const reqifIds = (requirements: readonly Identified[]): Map<string, string> => {
  const taken = new Set(requirements.map(({ id }) => `_${id}`))
  return new Map(
    requirements.map(({ id, sourceId }) => {
      const isFree = sourceId !== null && isXmlId(sourceId) && !taken.has(sourceId)
      if (isFree) taken.add(sourceId)
      return [id, isFree && !sourceId.startsWith('tb-') ? sourceId : `_${id}`]
    }),
  )
}
