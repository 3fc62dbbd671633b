/** Where this session's attribution is kept: the name in session storage, and of the plain form's hidden field. */
export const ATTRIBUTION = 'attribution';
