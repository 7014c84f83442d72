/** Values for the placeholders in the text of a refusal. */
export type RefusalDetail = Record<string, string | number>
type Translate = (detail: RefusalDetail) => RefusalDetail

/**
 * Details of refusals contain English words; a language that has translations replaces this
 * function when it loads.
 */
export const asInEnglish: Translate = (detail) => detail
let translate = asInEnglish

export const translateDetailsBy = (next: Translate): void => {
  translate = next
}
export const localDetail: Translate = (detail) => translate(detail)
