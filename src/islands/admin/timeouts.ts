/** ms. What takes longer to read is as good as failed: there is a Try again beside the sentence that says so. */
export const READ_TIMEOUT = 20_000;
/** ms. A function of ours lives 60 s. */
export const CHANGE_TIMEOUT = 60_000;
