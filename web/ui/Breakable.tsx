import { Fragment } from 'react';

/** An e-mail address or host name that wraps at natural places: before the @ and before a dot. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no key but their position.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
