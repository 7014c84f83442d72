/** Where forms of a person are kept that are sent only when their button is pressed. */
export const formKeyOf = (userId: number, name = ''): string => `tenderbook.form/${userId}/${name}`

/** Whoever signs out leaves no form half filled in for the next person at this device. */
export const forgetForms = (userId: number): void => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(formKeyOf(userId))) localStorage.removeItem(key)
}
