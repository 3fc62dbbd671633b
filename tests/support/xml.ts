import { parser, type QualifiedTag, type Tag } from 'sax';

export interface XmlElement {
  /** With its prefix, as it is written. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** The document's element. Throws where XML is not well-formed, or has a prefix that nothing declares. */
export function parseXml(xml: string): XmlElement {
  const strict = parser(true, { xmlns: true });
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  strict.onerror = (error) => {
    throw error;
  };
  strict.onopentag = (tag: Tag | QualifiedTag) => {
    const pairs = Object.entries(tag.attributes).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.value,
    ]);
    const element: XmlElement = { name: tag.name, attributes: Object.fromEntries(pairs), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  strict.onclosetag = () => void open.pop();
  const addText = (text: string) => {
    const within = open.at(-1);
    if (within) within.text += text;
  };
  strict.ontext = addText;
  strict.oncdata = addText;
  strict.write(xml).close();
  const [element] = root.children;
  if (!element) throw new Error('The document has no element');
  return element;
}

/** All elements of that name, at any depth. */
export function named({ children }: XmlElement, name: string): XmlElement[] {
  return children.flatMap((child) => [...(child.name === name ? [child] : []), ...named(child, name)]);
}

/** The texts of an element's children, by their names. */
export function textsIn({ children }: XmlElement): Record<string, string> {
  return Object.fromEntries(children.map(({ name, text }) => [name, text]));
}
