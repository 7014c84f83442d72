/**
 * File kinds detected from the first bytes. Office files are zip archives, older ones OLE
 * containers; `text` = no control characters and no markup.
 */
export const FILE_KINDS = [
  'pdf',
  'zip',
  'ole',
  'png',
  'jpeg',
  'gif',
  'webp',
  'tiff',
  'text',
] as const
export type FileKind = (typeof FILE_KINDS)[number]
export interface FileType {
  readonly extension: string
  readonly mime: string
  readonly kind: FileKind
}

const office = (name: string): string => `application/vnd.openxmlformats-officedocument.${name}`
const openDocument = (name: string): string => `application/vnd.oasis.opendocument.${name}`
/** Types that can be attached. None of them runs in a browser: no HTML, SVG or scripts. */
export const FILE_TYPES: readonly FileType[] = [
  { extension: 'pdf', mime: 'application/pdf', kind: 'pdf' },
  { extension: 'docx', mime: office('wordprocessingml.document'), kind: 'zip' },
  { extension: 'xlsx', mime: office('spreadsheetml.sheet'), kind: 'zip' },
  { extension: 'pptx', mime: office('presentationml.presentation'), kind: 'zip' },
  { extension: 'odt', mime: openDocument('text'), kind: 'zip' },
  { extension: 'ods', mime: openDocument('spreadsheet'), kind: 'zip' },
  { extension: 'odp', mime: openDocument('presentation'), kind: 'zip' },
  { extension: 'zip', mime: 'application/zip', kind: 'zip' },
  { extension: 'doc', mime: 'application/msword', kind: 'ole' },
  { extension: 'xls', mime: 'application/vnd.ms-excel', kind: 'ole' },
  { extension: 'ppt', mime: 'application/vnd.ms-powerpoint', kind: 'ole' },
  { extension: 'png', mime: 'image/png', kind: 'png' },
  { extension: 'jpg', mime: 'image/jpeg', kind: 'jpeg' },
  { extension: 'jpeg', mime: 'image/jpeg', kind: 'jpeg' },
  { extension: 'gif', mime: 'image/gif', kind: 'gif' },
  { extension: 'webp', mime: 'image/webp', kind: 'webp' },
  { extension: 'tif', mime: 'image/tiff', kind: 'tiff' },
  { extension: 'tiff', mime: 'image/tiff', kind: 'tiff' },
  { extension: 'txt', mime: 'text/plain', kind: 'text' },
  { extension: 'csv', mime: 'text/csv', kind: 'text' },
  { extension: 'json', mime: 'application/json', kind: 'text' },
  { extension: 'md', mime: 'text/markdown', kind: 'text' },
]

export const FILE_LIMITS = {
  /** The largest file: 100 MB. */
  bytes: 100_000_000,
  /** The first bytes that suffice to detect the kind. */
  headBytes: 4_096,
  /** Files of one side (the requestors, or one vendor) on one row. */
  perPlace: 50,
} as const
