import { type IconName, icons } from '#lib/icons';

/** An icon stands beside words; a button that has only an icon names itself. */
export function Icon({ name }: { name: IconName }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of our own, never anybody's input.
    <svg className="ic" viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML={{ __html: icons[name] }} />
  );
}
