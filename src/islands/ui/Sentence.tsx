import { telHref } from '#lib/contact';

/** As the server's sentences write our number. */
const PHONE = /(\(\d{3}\) \d{3}-\d{4})/;

export function namesPhone(sentence: string): boolean {
  return PHONE.test(sentence);
}

/** A sentence of the server's. The telephone number in it can be pressed, and stays on one line. */
export function Sentence({ children }: { children: string }) {
  return children.split(PHONE).map((text) => {
    const href = namesPhone(text) && telHref(text);
    if (!href) return text;
    return (
      <a key={text} className="whitespace-nowrap" href={href} data-track="phone_click" data-track-location="book">
        {text}
      </a>
    );
  });
}
