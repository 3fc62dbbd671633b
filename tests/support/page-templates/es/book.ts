import english from '../en/book.ts';

/** The same form; the language does not matter here. */
export default english;
