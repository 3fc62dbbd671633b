import english from '../book.ts';

/** The same form: what the page says beside it is of no matter here. */
export default english;
