import { Fragment } from 'react';

/** An address, of mail or of a host, that breaks where one would break it by hand: before the @ and before a point. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text are nothing but their places.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
