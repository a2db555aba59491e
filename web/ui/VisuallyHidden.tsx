import type { HTMLAttributes } from 'react';

/** Text for assistive technology only. */
export function VisuallyHidden({ className, ...rest }: HTMLAttributes<HTMLSpanElement>) {
  return <span {...rest} className={className ? `visually-hidden ${className}` : 'visually-hidden'} />;
}
