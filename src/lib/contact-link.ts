/** A telephone number as a link shows it and dials it. */
export interface Phone {
  readonly display: string;
  /** `tel:` and the number in E.164. */
  readonly href: string;
}

/** Where on a page a "Schedule" button or a phone link stands: the location that analytics hears of. */
export type LinkLocation =
  | 'header'
  | 'menu'
  | 'hero'
  | 'deals'
  | 'deals-popup'
  | 'owners'
  | 'faq'
  | 'closing'
  | 'footer'
  | 'dock'
  | 'book'
  | 'blog'
  | 'article'
  | 'gallery'
  | 'service-area'
  | 'service-area-closing'
  | 'privacy'
  | 'thank-you'
  | 'visit';
