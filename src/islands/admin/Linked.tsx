import { cloneElement, type ReactElement } from 'react';

interface Props {
  readonly children: string;
  /** The link without its words. What it holds comes after them. */
  readonly link: ReactElement<{ children?: ReactElement }>;
}

/** A sentence in which a part is a link, which stands in brackets: `Or [sign in as before].` */
export function Linked({ children, link }: Props) {
  const [, before, words, after] = /^(.*)\[(.*)\](.*)$/.exec(children) ?? [];
  return (
    <>
      <span>{before}</span>
      {cloneElement(link, {}, <span>{words}</span>, link.props.children)}
      <span>{after}</span>
    </>
  );
}
