import { telHref } from '#lib/contact';

/** Our number, as the server writes it. */
const PHONE = /(\(\d{3}\) \d{3}-\d{4})/;

export function namesPhone(sentence: string): boolean {
  return PHONE.test(sentence);
}

/** A sentence of the server's. Its phone number is a link. Each part is an element, for translators. */
export function Sentence({ children }: { children: string }) {
  return children.split(PHONE).map((text) => {
    const href = namesPhone(text) && telHref(text);
    if (!href) return text && <span key={text}>{text}</span>;
    return (
      <a key={text} className="whitespace-nowrap" href={href} data-track="phone_click" data-track-location="book">
        {text}
      </a>
    );
  });
}
