import { sharePicturePath } from './seo.ts';
import { weekdays } from './time/dates.ts';
import { clockOf, type OpeningHours } from './time/open-days.ts';
import type {
  BlogPosting,
  BreadcrumbList,
  FAQPage,
  LocalBusiness,
  OpeningHoursSpecification,
  Organization,
  Review,
  Service,
} from 'schema-dts';

/** Data for search engines, without a rating of the business: they distrust a business's rating of itself. */
interface Dealer {
  readonly name: string;
  readonly region: string;
  readonly phone: { readonly href: string };
  readonly address: { street?: string | undefined; city: string; state: string; postalCode: string; country: string };
  readonly coverage: readonly string[];
  /** Its pages on other sites. */
  readonly sameAs: readonly string[];
}

/** The business, its hours and the home page's address. */
export interface Issuer {
  readonly dealer: Dealer;
  /** Of the visits, and of the phone. */
  readonly hours: { readonly visits: OpeningHours; readonly phone: OpeningHours };
  readonly site: URL;
  readonly locale: 'en-US' | 'es-US';
  /** Turns an English path into one of the page's language. */
  readonly to: (path: string) => string;
}

const at = (site: URL, path: string): string => new URL(path, site).href;
const organizationId = (site: URL) => at(site, '/#organization');
const businessId = (site: URL) => at(site, '/#business');

export function organization({ dealer, site }: Issuer): Organization {
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: dealer.name,
    url: at(site, '/'),
    logo: at(site, '/favicon.svg'),
    telephone: dealer.phone.href.slice('tel:'.length),
  };
}

/** The one business. Every page that tells of it says the same, under one `@id`. */
export function localBusiness({ dealer, hours, site, to }: Issuer): LocalBusiness {
  const { street, city, state, postalCode, country } = dealer.address;
  const telephone = dealer.phone.href.slice('tel:'.length);
  return {
    '@type': 'LocalBusiness',
    '@id': businessId(site),
    name: dealer.name,
    telephone,
    address: {
      '@type': 'PostalAddress',
      ...(street && { streetAddress: street }),
      addressLocality: city,
      addressRegion: state,
      postalCode,
      addressCountry: country,
    },
    openingHoursSpecification: openingHours(hours.visits),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'sales',
      telephone,
      hoursAvailable: openingHours(hours.phone),
    },
    parentOrganization: { '@id': organizationId(site) },
    url: at(site, to('/')),
    image: at(site, sharePicturePath(to('/'))),
    areaServed: dealer.coverage.map((name) => ({ '@type': 'AdministrativeArea', name })),
    ...(dealer.sameAs.length > 0 && { sameAs: [...dealer.sameAs] }),
  };
}

/** What the business does in one service area. `title` is the page's headline, `county` as on its badge. */
export function areaService(
  { dealer, site, to }: Issuer,
  area: {
    slug: string;
    title: string;
    name: string;
    county: string;
    description: string;
    zipCodes: readonly string[];
  },
): Service {
  const page = to(`/service-areas/${area.slug}`);
  const url = at(site, page);
  const isCounty = area.name === area.county;
  return {
    '@type': 'Service',
    '@id': `${url}#service`,
    name: area.title,
    description: area.description,
    url,
    image: at(site, sharePicturePath(page)),
    provider: { '@id': businessId(site) },
    areaServed: [
      {
        '@type': isCounty ? 'AdministrativeArea' : 'City',
        name: `${area.name}, ${dealer.address.state}`,
        ...(!isCounty && { containedInPlace: { '@type': 'AdministrativeArea', name: area.county } }),
      },
      {
        '@type': 'DefinedRegion',
        addressCountry: dealer.address.country,
        addressRegion: dealer.address.state,
        postalCode: [...area.zipCodes],
      },
    ],
  };
}

/** The way from the home page to this one, as English paths with their names. */
export function breadcrumbs({ site, to }: Issuer, way: readonly { path: string; name: string }[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map(({ path, name }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: at(site, to(path)),
    })),
  };
}

function openingHours(hours: OpeningHours): OpeningHoursSpecification[] {
  const days = weekdays.flatMap((day, index) => {
    const open = hours[index as keyof OpeningHours];
    return open ? [{ day, opens: clockOf(open[0] * 60), closes: clockOf(open[1] * 60) }] : [];
  });
  const groups = Object.values(Object.groupBy(days, ({ opens, closes }) => `${opens}-${closes}`));
  return groups.flatMap((group = []) => {
    const [first] = group;
    if (!first) return [];
    const { opens, closes } = first;
    return { '@type': 'OpeningHoursSpecification', dayOfWeek: group.map(({ day }) => day), opens, closes };
  });
}

/** Only translations name their language. */
const translatedFrom = (locale: Issuer['locale']) => (locale === 'en-US' ? {} : { inLanguage: locale });

/** A customer's review. Use it only for reviews on the page. */
export function review(
  { site, locale }: Issuer,
  { name, rating, text }: { name: string; rating: number; text: string },
): Review {
  return {
    '@type': 'Review',
    itemReviewed: { '@id': businessId(site) },
    author: { '@type': 'Person', name },
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
    reviewBody: text,
    ...translatedFrom(locale),
  };
}

export function faqPage({ site, locale, to }: Issuer, items: readonly { question: string; answer: string }[]): FAQPage {
  return {
    '@type': 'FAQPage',
    '@id': `${at(site, to('/'))}#faq`,
    ...translatedFrom(locale),
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** Dates are `YYYY-MM-DD`. */
export function blogPosting(
  issuer: Issuer,
  post: { slug: string; title: string; excerpt: string; date: string; updated?: string | undefined; category: string },
): BlogPosting {
  const { site, locale, to } = issuer;
  const page = to(`/blog/${post.slug}`);
  const url = at(site, page);
  return {
    '@type': 'BlogPosting',
    '@id': `${url}#article`,
    headline: post.title,
    description: post.excerpt,
    url,
    mainEntityOfPage: url,
    image: at(site, sharePicturePath(page)),
    datePublished: post.date,
    dateModified: post.updated ?? post.date,
    articleSection: post.category,
    inLanguage: locale,
    author: organization(issuer),
    publisher: { '@id': organizationId(site) },
  };
}
