/** Begins the line that a server in a process of its own writes for each reply that differs. */
export const FAULTY_REPLY = 'reply does not match its schema:'
