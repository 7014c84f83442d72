/** The extension of the file that carries unsent work by hand if a network blocks the sync. */
export const UNSENT_FILE_ENDING = '.tenderbook'
