/** What fills the placeholders of a refusal's text. */
export type RefusalDetail = Record<string, string | number>
type Translate = (detail: RefusalDetail) => RefusalDetail

/**
 * Refusals come with English words among their details; another language brings its own when it is
 * loaded.
 */
export const asInEnglish: Translate = (detail) => detail
let translate = asInEnglish

export const translateDetailsBy = (next: Translate): void => {
  translate = next
}
export const localDetail: Translate = (detail) => translate(detail)
